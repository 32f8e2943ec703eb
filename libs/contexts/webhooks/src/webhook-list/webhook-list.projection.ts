import { type ResourceRow, resourceRows } from '@kernel';
import { WEBHOOK_CATEGORY, type Webhook, type WebhookEvent, evolve, isBookkeeping } from '../webhook';

/**
 * A row of `webhooks`: made by libs/platform/read-store/src/migrations/webhooks.ts, read by
 * apps/gateway/src/webhooks/webhook.queries.ts. A deleted webhook keeps its row until its workspace is purged.
 */
export type WebhookRow = ResourceRow<Webhook>;

export const webhookList = resourceRows<Webhook, WebhookEvent>('webhooks', WEBHOOK_CATEGORY, {
  idOf: ({ data }) => data.webhook_id,
  evolve,
  purged: 'WebhookPurged',
  isBookkeeping,
});
