import { PlusIcon } from '@primer/octicons-react';
import { Link } from '@tanstack/react-router';
import { buttonClass } from './button';

interface CreateLinkProps {
  readonly to:
    '/$workspace/links/new' | '/$workspace/campaigns/new' | '/$workspace/qr-codes/new' | '/$workspace/webhooks/new';
  readonly workspace: string;
  /** Why the signed-in person may not. */
  readonly refusal: string | undefined;
  readonly children: string;
}

/** Leads to the form of something new. */
export const CreateLink = ({ to, workspace, refusal, children }: CreateLinkProps) => (
  <Link
    to={to}
    params={{ workspace }}
    className={buttonClass('primary')}
    disabled={refusal !== undefined}
    aria-disabled={refusal !== undefined}
    title={refusal}
  >
    <PlusIcon /> {children}
  </Link>
);
