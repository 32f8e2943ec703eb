import {
  type Command,
  type Decider,
  type Edit,
  Rejection,
  type Written,
  changesOf,
  decideBy,
  demandLive,
  markingPurge,
  purgeOnce,
  valuesOf,
} from '@kernel';
import { type WebhookFilters, everything } from './filters';
import {
  type DisabledReason,
  type Webhook,
  type WebhookCreated,
  type WebhookEvent,
  type WebhookFields,
  evolve,
  isBookkeeping,
  unsetFields,
} from './webhook';

interface Named {
  readonly webhook_id: string;
  readonly workspace_id: string;
}

/** The fields of an edit. `url` and `events` cannot be cleared. Null also clears one of the filters. */
export type WebhookEdit = Partial<Pick<WebhookFields, 'url' | 'events'>> &
  Edit<Pick<WebhookFields, 'description' | 'active'>> & {
    readonly filters?: Edit<WebhookFilters> | null | undefined;
  };

export type CreateWebhook = Command<'CreateWebhook', { readonly workspace_id: string } & WebhookCreated['data']>;
export type UpdateWebhook = Command<'UpdateWebhook', Named & { readonly fields: WebhookEdit }>;
export type EnableWebhook = Command<'EnableWebhook', Named>;
/** Only Waymark sends it. @param enabled_at of the webhook that failed: one that was enabled since is not disabled */
export type DisableWebhook = Command<
  'DisableWebhook',
  Named & { readonly reason: DisabledReason; readonly enabled_at: string }
>;
/** Records that the webhook gets another secret. */
export type RotateWebhookSecret = Command<'RotateWebhookSecret', Named>;
export type DeleteWebhook = Command<'DeleteWebhook', Named>;
/** Only sent once its workspace is purged. */
export type PurgeWebhook = Command<'PurgeWebhook', Named>;

export type WebhookCommand =
  CreateWebhook | UpdateWebhook | EnableWebhook | DisableWebhook | RotateWebhookSecret | DeleteWebhook | PurgeWebhook;

const create = (
  { workspace_id: _, ...data }: CreateWebhook['data'],
  webhook: Webhook | null,
): readonly WebhookEvent[] => {
  if (webhook) throw new Rejection('conflict', 'conflict', 'This webhook exists already.');
  return [{ type: 'WebhookCreated', data }];
};

const update = (
  { webhook_id, workspace_id, fields }: UpdateWebhook['data'],
  webhook: Webhook | null,
): readonly WebhookEvent[] => {
  const before = demandLive(webhook, workspace_id);
  const changes = changesOf<WebhookFields>(before, valuesAfter(before, fields));
  return Object.keys(changes).length === 0 ? [] : [{ type: 'WebhookUpdated', data: { webhook_id, changes } }];
};

const enable = ({ webhook_id, workspace_id }: Named, webhook: Webhook | null): readonly WebhookEvent[] => {
  const { active, disabled_at } = demandLive(webhook, workspace_id);
  return active && disabled_at === null ? [] : [{ type: 'WebhookEnabled', data: { webhook_id } }];
};

const disable = (
  { webhook_id, reason, enabled_at }: DisableWebhook['data'],
  webhook: Webhook | null,
): readonly WebhookEvent[] =>
  webhook && !webhook.deleted_at && webhook.disabled_at === null && webhook.enabled_at === enabled_at
    ? [{ type: 'WebhookDisabled', data: { webhook_id, reason } }]
    : [];

/** Records what the command says, whenever it is sent. */
const recorded =
  (type: 'WebhookSecretRotated' | 'WebhookDeleted') =>
  ({ webhook_id, workspace_id }: Named, webhook: Webhook | null): readonly WebhookEvent[] => {
    demandLive(webhook, workspace_id);
    return [{ type, data: { webhook_id } }];
  };

/** The filters after an edit. */
export const mergedFilters = (before: WebhookFilters, sent: Edit<WebhookFilters>): WebhookFilters => ({
  ...before,
  ...valuesOf(sent, (name) => everything[name]),
});

const valuesAfter = (before: Webhook, { filters, url, events, ...fields }: WebhookEdit): Partial<WebhookFields> => ({
  ...(url !== undefined && { url }),
  ...(events !== undefined && { events }),
  ...valuesOf(fields, (name) => unsetFields[name]),
  ...(filters !== undefined && { filters: filters === null ? everything : mergedFilters(before.filters, filters) }),
});

export const webhookDecider: Decider<Written<Webhook> | null, WebhookCommand, WebhookEvent> = {
  initialState: null,
  evolve: markingPurge(evolve, 'WebhookPurged'),
  concerns: (_, event) => !isBookkeeping(event),
  decide: decideBy({
    CreateWebhook: create,
    UpdateWebhook: update,
    EnableWebhook: enable,
    DisableWebhook: disable,
    RotateWebhookSecret: recorded('WebhookSecretRotated'),
    DeleteWebhook: recorded('WebhookDeleted'),
    PurgeWebhook: purgeOnce(({ webhook_id }) => ({ type: 'WebhookPurged', data: { webhook_id } })),
  }),
};
