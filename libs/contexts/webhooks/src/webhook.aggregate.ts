import { type Aggregate, awaitedRows, purgedBy } from '@kernel';
import { WEBHOOK_CATEGORY, type WebhookEvent, webhookStream } from './webhook';
import { webhookChronicle } from './webhook.chronicle';
import { webhookDecider } from './webhook.decider';
import { webhookList } from './webhook-list/webhook-list.projection';

const webhooks = awaitedRows(webhookList, ({ id }) => webhookStream(id));

export const webhookAggregate: Aggregate<WebhookEvent> = {
  category: WEBHOOK_CATEGORY,
  service: 'links',
  decider: webhookDecider,
  readModels: [webhooks],
  resource: { idPrefix: 'whk', readModel: webhooks, streamOf: webhookStream },
  purge: purgedBy(webhooks, 'PurgeWebhook', 'webhook_id'),
  chronicle: () => webhookChronicle,
};
