import { Badge, type BadgeTone, Dot } from '../../ui/badge';
import type { CampaignStatus } from './campaign-queries';

const TONES: Readonly<Record<CampaignStatus, BadgeTone>> = {
  draft: 'none',
  active: 'good',
  paused: 'warn',
  ended: 'none',
};

export const StatusBadge = ({ status }: { readonly status: CampaignStatus }) => (
  <Badge tone={TONES[status]}>
    <Dot tone={TONES[status]} />
    {`${status.charAt(0).toUpperCase()}${status.slice(1)}`}
  </Badge>
);
