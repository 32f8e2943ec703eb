import { Badge, type BadgeTone } from '../../ui/badge';
import type { DeliveryStatus, Webhook, WebhookStatus } from './webhook-queries';

const WEBHOOK: Readonly<Record<WebhookStatus, readonly [BadgeTone, string]>> = {
  active: ['good', 'Active'],
  paused: ['warn', 'Paused'],
  disabled: ['bad', 'Disabled'],
};

export const WebhookBadge = ({ status }: { readonly status: WebhookStatus }) => {
  const [tone, label] = WEBHOOK[status];
  return <Badge tone={tone}>{label}</Badge>;
};

export const DELIVERY_TONES: Readonly<Record<DeliveryStatus, BadgeTone>> = {
  pending: 'warn',
  delivered: 'good',
  failed: 'bad',
  skipped: 'none',
};

export const DELIVERY_LABELS: Readonly<Record<DeliveryStatus, string>> = {
  pending: 'Pending',
  delivered: 'Delivered',
  failed: 'Failed',
  skipped: 'Skipped',
};

export const DeliveryBadge = ({ status }: { readonly status: DeliveryStatus }) => (
  <Badge tone={DELIVERY_TONES[status]}>{DELIVERY_LABELS[status]}</Badge>
);

/** Why Waymark has disabled it. */
export const whyDisabled = ({ disabled_reason }: Webhook): string =>
  disabled_reason === 'gone'
    ? 'Its endpoint answered 410 Gone, which says that it wants no more.'
    : '20 deliveries in a row failed for good, and none succeeded for 24 hours.';

/** What it is called: by people, or else by its address. */
export const nameOf = ({ description, url }: Pick<Webhook, 'description' | 'url'>): string =>
  description !== null && description.length <= 60 && !description.includes('\n')
    ? description
    : url.replace(/^https?:\/\//, '').replace(/\/$/, '');
