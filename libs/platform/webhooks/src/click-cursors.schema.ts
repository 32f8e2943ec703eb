import { type SqlMigration, tenantTable } from '@platform/read-store';

/**
 * How far each webhook has got in the clicks of its workspace: every click of a source up to `seq` is delivered, or in
 * `webhook_deliveries`, or not for the webhook. `at` is the latest time of these clicks. A source without a row is
 * read from its beginning. Clicks before `clicks_since` of the webhook do not belong to it.
 */
export const webhookClickCursors: SqlMigration = {
  version: 1763923000001,
  name: 'WebhookClickCursors',
  sql: `
  create table webhook_click_cursors (
    webhook_id text not null,
    source text not null,
    workspace_id text not null,
    seq bigint not null,
    at timestamptz(3) not null,
    primary key (webhook_id, source)
  );
  create index webhook_click_cursors_of_workspace on webhook_click_cursors (workspace_id);
  ${tenantTable('webhook_click_cursors')}

  create index webhook_subscriptions_to_clicks on webhook_subscriptions (id)
    where webhook->>'clicks_since' is not null;

  alter table webhooks add column clicks_since timestamptz(3);`,
};
