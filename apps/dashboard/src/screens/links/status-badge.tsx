import type { LinkStatus } from '../../api/queries';
import { Badge, type BadgeTone } from '../../ui/badge';

const TONES: Readonly<Record<LinkStatus, BadgeTone>> = {
  active: 'good',
  disabled: 'warn',
  expired: 'none',
  archived: 'none',
  deleted: 'bad',
};

export const StatusBadge = ({ status }: { readonly status: LinkStatus }) => (
  <Badge tone={TONES[status]}>{`${status.charAt(0).toUpperCase()}${status.slice(1)}`}</Badge>
);
