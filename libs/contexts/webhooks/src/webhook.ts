import { CLICK_EVENTS, type Changes, type Event, type Metadata, changedTo } from '@kernel';
import { type WebhookFilters, everything } from './filters';

export const WEBHOOK_CATEGORY = 'webhook';
export const webhookStream = (webhookId: string): string => `${WEBHOOK_CATEGORY}-${webhookId.slice('whk_'.length)}`;

/** What can be edited. */
export interface WebhookFields {
  /** Where deliveries are sent. */
  readonly url: string;
  /** Names of public events, and patterns such as `link.*`. */
  readonly events: readonly string[];
  readonly description: string | null;
  readonly filters: WebhookFilters;
  /** False pauses it: what happens meanwhile is not kept for it. */
  readonly active: boolean;
}

/** An absent field is unset. */
export const unsetFields: Omit<WebhookFields, 'url' | 'events'> = {
  description: null,
  filters: everything,
  active: true,
};

/** Why it was disabled: its deliveries failed for too long, or its endpoint answered 410. */
export type DisabledReason = 'failures' | 'gone';

interface Named {
  readonly webhook_id: string;
}

/** No event has the secret. It is in the table `webhook_secrets`. */
export type WebhookCreated = Event<
  'WebhookCreated',
  Named & Pick<WebhookFields, 'url' | 'events'> & Partial<Omit<WebhookFields, 'url' | 'events'>>
>;
export type WebhookUpdated = Event<'WebhookUpdated', Named & { readonly changes: Changes<WebhookFields> }>;
/** It delivers again, whether it was disabled or paused. */
export type WebhookEnabled = Event<'WebhookEnabled', Named>;
export type WebhookDisabled = Event<'WebhookDisabled', Named & { readonly reason: DisabledReason }>;
export type WebhookSecretRotated = Event<'WebhookSecretRotated', Named>;
export type WebhookDeleted = Event<'WebhookDeleted', Named>;
/** Its workspace was purged. No read model keeps it. */
export type WebhookPurged = Event<'WebhookPurged', Named>;
export type WebhookEvent =
  | WebhookCreated
  | WebhookUpdated
  | WebhookEnabled
  | WebhookDisabled
  | WebhookSecretRotated
  | WebhookDeleted
  | WebhookPurged;

/** Whether an event records what deliveries have brought, and no edit: the webhook keeps its version. */
export const isBookkeeping = ({ type }: Pick<WebhookEvent, 'type'>): boolean => type === 'WebhookDisabled';

export const WEBHOOK_STATUSES = ['active', 'paused', 'disabled'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

/** All instants are RFC 3339. */
export interface Webhook extends WebhookFields {
  readonly id: string;
  readonly workspace_id: string;
  /** Since when it delivers, or did last. */
  readonly enabled_at: string;
  /** Since when it has delivered and been subscribed to clicks; null for one that is not subscribed to any. */
  readonly clicks_since: string | null;
  readonly disabled_at: string | null;
  readonly disabled_reason: DisabledReason | null;
  /** When its newest secret was made. */
  readonly secret_since: string;
  readonly deleted_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** A disabled webhook stays disabled while it is paused. */
export const statusOf = ({ active, disabled_at }: Pick<Webhook, 'active' | 'disabled_at'>): WebhookStatus => {
  if (disabled_at !== null) return 'disabled';
  return active ? 'active' : 'paused';
};

/** The fold of the write side, of the read model and of the dispatcher. */
export const evolve = (webhook: Webhook | null, event: WebhookEvent, metadata: Metadata): Webhook | null => {
  const { at } = metadata;
  if (event.type === 'WebhookCreated') return created(event.data, metadata);
  if (!webhook) return null;
  switch (event.type) {
    case 'WebhookUpdated': {
      const after = { ...webhook, ...changedTo(event.data.changes), updated_at: at };
      if (after.active && !webhook.active) return enabled(after, at);
      return { ...after, clicks_since: subscribesToClicks(after) ? (webhook.clicks_since ?? at) : null };
    }
    case 'WebhookEnabled':
      return enabled({ ...webhook, active: true, disabled_at: null, disabled_reason: null, updated_at: at }, at);
    case 'WebhookDisabled':
      return { ...webhook, disabled_at: at, disabled_reason: event.data.reason, updated_at: at };
    case 'WebhookSecretRotated':
      return { ...webhook, secret_since: at, updated_at: at };
    case 'WebhookDeleted':
    case 'WebhookPurged':
      return { ...webhook, deleted_at: at, updated_at: at };
    default:
      return webhook;
  }
};

const created = ({ webhook_id, ...given }: WebhookCreated['data'], { at, workspace_id }: Metadata): Webhook => ({
  id: webhook_id,
  workspace_id,
  url: given.url,
  events: given.events,
  description: given.description ?? unsetFields.description,
  filters: given.filters ?? unsetFields.filters,
  active: given.active ?? unsetFields.active,
  enabled_at: at,
  clicks_since: subscribesToClicks(given) ? at : null,
  disabled_at: null,
  disabled_reason: null,
  secret_since: at,
  deleted_at: null,
  created_at: at,
  updated_at: at,
});

/** What happened before is not delivered: it begins anew with this instant. */
const enabled = (webhook: Webhook, at: string): Webhook => ({
  ...webhook,
  enabled_at: at,
  clicks_since: subscribesToClicks(webhook) ? at : null,
});

const subscribesToClicks = ({ events }: Pick<WebhookFields, 'events'>): boolean =>
  CLICK_EVENTS.some((name) => events.includes(name));
