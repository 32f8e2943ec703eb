import type { ApiKey } from '../../api/queries';
import { Badge } from '../../ui/badge';
import { remaining } from '../../ui/format';
import { useNow } from './use-now';

export const KeyBadge = ({ apiKey }: { readonly apiKey: Pick<ApiKey, 'status' | 'grace_ends_at'> }) => {
  if (apiKey.status === 'grace' && apiKey.grace_ends_at !== null) return <Grace until={apiKey.grace_ends_at} />;
  return {
    active: <Badge tone="good">Active</Badge>,
    grace: <Badge tone="warn">Grace</Badge>,
    revoked: <Badge tone="bad">Revoked</Badge>,
    expired: <Badge>Expired</Badge>,
  }[apiKey.status];
};

/** Counts down to the end of a rotated key. */
const Grace = ({ until }: { readonly until: string }) => {
  const left = remaining(until, useNow(1_000));
  return (
    <Badge tone="warn">
      <span className="tabular">{left === null ? 'Grace is over' : `Grace ${left}`}</span>
    </Badge>
  );
};
