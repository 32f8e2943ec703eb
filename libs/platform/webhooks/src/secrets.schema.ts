import { type SqlMigration, tenantTable } from '@platform/read-store';

/**
 * The secrets of webhooks, sealed. No event holds them, so no rebuild touches them. `revision` is that of the event that
 * made the secret, in the stream of its webhook, and `since` the time of that event.
 */
export const webhookSecrets: SqlMigration = {
  version: 1763922000002,
  name: 'WebhookSecrets',
  sql: `
  create table webhook_secrets (
    webhook_id text not null,
    revision bigint not null,
    workspace_id text not null,
    sealed bytea not null,
    since timestamptz(3) not null,
    primary key (webhook_id, revision)
  );
  create index webhook_secrets_of_workspace on webhook_secrets (workspace_id, since);
  ${tenantTable('webhook_secrets')}`,
};
