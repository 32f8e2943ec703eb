import { type SqlMigration, tenantTable } from '../sql-migration';

/** One row per key; a lineage (a key and what it was rotated into) shares the stream `apikey-<lineage>`. */
export const apiKeys: SqlMigration = {
  version: 1763683200005,
  name: 'ApiKeys',
  sql: `
  create table api_keys (
    id text primary key,
    workspace_id text not null,
    lineage text not null,
    name text not null,
    scope text not null check (scope in ('read', 'read_write')),
    token_hash bytea not null unique check (length(token_hash) = 32),
    pepper_id text not null,
    start text not null,
    expiration timestamptz(3),
    created_at timestamptz(3) not null,
    created_by jsonb not null,
    revoked_at timestamptz(3),
    revoke_reason text,
    grace_ends_at timestamptz(3),
    rotated_from text,
    rotated_to text,
    revision bigint not null
  );
  create index api_keys_newest on api_keys (workspace_id, created_at, id);
  ${tenantTable('api_keys')}`,
};
