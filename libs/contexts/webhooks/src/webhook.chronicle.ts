import type { Chronicle } from '@kernel';
import { type Webhook, type WebhookEvent, statusOf } from './webhook';
import { type WebhookRow, webhookList } from './webhook-list/webhook-list.projection';

/** The public names of webhook events. A purge has none, because nobody can read about its webhook. */
export const WEBHOOK_EVENT_NAMES: Readonly<Record<Exclude<WebhookEvent['type'], 'WebhookPurged'>, string>> = {
  WebhookCreated: 'webhook.created',
  WebhookUpdated: 'webhook.updated',
  WebhookEnabled: 'webhook.enabled',
  WebhookDisabled: 'webhook.disabled',
  WebhookSecretRotated: 'webhook.secret_rotated',
  WebhookDeleted: 'webhook.deleted',
};

/** The webhook record of the HTTP contract, without its secret. */
export const webhookRecord = (webhook: Webhook) => ({
  id: webhook.id,
  url: webhook.url,
  events: webhook.events,
  description: webhook.description,
  filters: {
    link_ids: webhook.filters.link_ids,
    tags: webhook.filters.tags,
    campaign_ids: webhook.filters.campaign_ids,
    domains: webhook.filters.domains,
    include_bots: webhook.filters.include_bots,
  },
  active: webhook.active,
  status: statusOf(webhook),
  disabled_at: webhook.disabled_at,
  disabled_reason: webhook.disabled_reason,
  created_at: webhook.created_at,
  updated_at: webhook.updated_at,
});

/** Histories and public events of webhooks. */
export const webhookChronicle: Chronicle<WebhookRow, WebhookEvent> = {
  projection: webhookList,
  names: WEBHOOK_EVENT_NAMES,
  record: webhookRecord,
};
