import { MailIcon } from '@primer/octicons-react';
import { useRef, useState } from 'react';
import { problemIn } from '../../api/problem';
import type { Member, Role } from '../../api/queries';
import { Button } from '../../ui/button';
import { copyText } from '../../ui/copy';
import { Confirm, Modal } from '../../ui/dialog';
import { SelectField, TextField } from '../../ui/fields';
import { FormModal } from '../../ui/form-modal';
import { ago, dateTime } from '../../ui/format';
import { jsonRequest, useDraft } from '../../ui/request-draft';
import { toast } from '../../ui/toast';
import { ROLE_HINTS, roleName, ROLES } from './roles';
import { type Invitation, invite, type NewInvitation, useChange, withdraw } from './workspace-queries';

interface InvitationsProps {
  readonly invitations: readonly Invitation[];
  readonly members: readonly Member[];
}

/** Those that nobody has accepted yet. */
export const Invitations = ({ invitations, members }: InvitationsProps) => {
  const [leaving, setLeaving] = useState<Invitation | null>(null);
  const inviter = ({ invited_by }: Invitation): string => {
    const found = members.find(({ id }) => id === invited_by);
    return found ? (found.name ?? found.email) : `…${invited_by.slice(-6)}`;
  };
  return (
    <>
      <h3 className="text-soft mt-5 mb-2 text-sm font-medium">Invited, and not here yet</h3>
      <ul aria-label="Invitations" className="card divide-line divide-y">
        {invitations.map((invitation) => (
          <li key={invitation.id} className="flex items-center gap-3 py-2.5 pr-2 pl-4">
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium">{invitation.email}</p>
              <p className="text-faint text-sm">
                {roleName(invitation.role)} · by {inviter(invitation)} ·{' '}
                <span title={dateTime(invitation.expires_at)}>ends {ago(invitation.expires_at)}</span>
              </p>
            </div>
            <Button
              tone="quiet"
              size="sm"
              aria-label={`Withdraw the invitation of ${invitation.email}`}
              onClick={() => setLeaving(invitation)}
            >
              Withdraw
            </Button>
          </li>
        ))}
      </ul>
      {leaving && <Withdrawal invitation={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
};

const Withdrawal = ({ invitation, onClose }: { readonly invitation: Invitation; readonly onClose: () => void }) => {
  const withdrawal = useChange(
    ['invitations'],
    () => withdraw(invitation),
    () => {
      toast(`Withdrew the invitation of ${invitation.email}`);
      onClose();
    },
  );
  return (
    <Confirm
      open
      onClose={onClose}
      title="Withdraw the invitation?"
      action="Withdraw"
      busy={withdrawal.isPending}
      problem={problemIn(withdrawal.error)}
      onConfirm={() => withdrawal.mutate(undefined)}
    >
      <p>The link that {invitation.email} has does not work any more. You can invite the address again.</p>
    </Confirm>
  );
};

interface InviteDialogProps {
  readonly onClose: () => void;
  readonly onInvited: (invitation: NewInvitation) => void;
}

export const InviteDialog = ({ onClose, onInvited }: InviteDialogProps) => {
  const [email, setEmail] = useState('');
  const [role, setChosen] = useState<Role>('member');
  const first = useRef<HTMLInputElement>(null);
  const body = { email: email.trim(), role };
  const inviting = useChange(['invitations'], () => invite(body), onInvited);
  const problem = problemIn(inviting.error);
  useDraft(jsonRequest('POST', '/v1/workspace/invitations', body));
  return (
    <FormModal
      title="Invite somebody"
      description="They choose a password of their own, or join with the account that they have."
      action="Invite"
      busy={inviting.isPending}
      problem={problem}
      first={first}
      onSubmit={() => inviting.mutate(undefined, { onError: () => first.current?.focus() })}
      onClose={onClose}
    >
      <TextField
        ref={first}
        label="E-mail"
        type="email"
        autoComplete="off"
        maxLength={254}
        placeholder="grace@example.com"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={problem?.at('body.email')}
      />
      <SelectField
        label="Role"
        value={role}
        options={ROLES}
        onChange={(event) => setChosen(event.target.value as Role)}
        hint={ROLE_HINTS[role]}
        error={problem?.at('body.role')}
      />
    </FormModal>
  );
};

/** The token is behind the #, which browsers keep from servers and their logs. */
const addressOf = (token: string): string => `${location.origin}/app/accept#token=${encodeURIComponent(token)}`;

/** The new invitation: its link where the inviter hands it over, which is shown this once; else that it was mailed. */
export const InvitedDialog = ({
  invitation,
  onClose,
}: {
  readonly invitation: NewInvitation;
  readonly onClose: () => void;
}) => {
  const [copied, setCopied] = useState(false);
  const { email, token, expires_at } = invitation;
  const link = token === undefined ? null : addressOf(token);
  return (
    <Modal
      open
      keepsOpen={link !== null}
      onClose={onClose}
      width="md"
      title={`${email} is invited`}
      description={
        link === null
          ? 'The server has mailed the invitation.'
          : `Hand over this link; it is shown this once. Anyone who has it can join as ${email}, once, until ${dateTime(expires_at)}.`
      }
      footer={
        <>
          {link !== null && (
            <Button tone={copied ? 'plain' : 'primary'} onClick={() => void copyText(link).then(() => setCopied(true))}>
              {copied ? 'Copied' : 'Copy link'}
            </Button>
          )}
          <Button
            tone={copied || link === null ? 'primary' : 'plain'}
            refused={copied || link === null ? undefined : 'Copy the link first'}
            onClick={onClose}
          >
            Done
          </Button>
        </>
      }
    >
      {link === null ? (
        <MailIcon className="text-accent" size={20} />
      ) : (
        <code
          id="invitation-link"
          className="border-line bg-sunken block rounded-lg border p-3 font-mono text-sm break-all select-all"
        >
          {link}
        </code>
      )}
    </Modal>
  );
};
