export * from './filters';
export * from './subscription';
export * from './clicks/click-message';
export { WEBHOOK_CATEGORY, WEBHOOK_STATUSES, evolve as evolveWebhook, statusOf, webhookStream } from './webhook';
export type { DisabledReason, Webhook, WebhookEvent, WebhookFields, WebhookStatus } from './webhook';
export * from './webhook.decider';
export * from './webhook-list/webhook-list.projection';
export * from './webhook.chronicle';
export * from './webhook.aggregate';
