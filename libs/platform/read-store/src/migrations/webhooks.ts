import { type SqlMigration, tenantTable } from '../sql-migration';

/** Kept by the projector from the events of webhooks. */
export const webhooks: SqlMigration = {
  version: 1763922000001,
  name: 'Webhooks',
  sql: `
  create table webhooks (
    id text primary key,
    workspace_id text not null,
    url text not null,
    events text[] not null,
    description text,
    filters jsonb not null,
    active boolean not null,
    enabled_at timestamptz(3) not null,
    disabled_at timestamptz(3),
    disabled_reason text,
    secret_since timestamptz(3) not null,
    deleted_at timestamptz(3),
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    revision bigint not null
  );
  create index webhooks_newest on webhooks (workspace_id, created_at, id);
  ${tenantTable('webhooks')}`,
};
