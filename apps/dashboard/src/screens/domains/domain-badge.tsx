import { Badge, type BadgeTone } from '../../ui/badge';
import { ago } from '../../ui/format';
import type { Domain, DomainStatus } from './domain-queries';

const STATUSES: Readonly<Record<DomainStatus, readonly [BadgeTone, string]>> = {
  pending: ['warn', 'Pending'],
  verified: ['good', 'Verified'],
  failed: ['bad', 'Failed'],
  disabled: ['none', 'Disabled'],
};

export const DomainBadge = ({ status }: { readonly status: DomainStatus }) => {
  const [tone, label] = STATUSES[status];
  return <Badge tone={tone}>{label}</Badge>;
};

const FOUND = { found: 'record found', missing: 'record missing', unreachable: 'no name server answered' } as const;

/** `record found 2 hr. ago`, or that nobody has looked yet. */
export const checkOf = ({ last_check, last_checked_at }: Domain): string =>
  last_check === null || last_checked_at === null
    ? 'not checked yet'
    : `${FOUND[last_check]}, checked ${ago(last_checked_at)}`;
