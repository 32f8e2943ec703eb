import type { SqlMigration } from '../sql-migration';

/** Deleted rows stay, without a limit; those that are not deleted are few, and the only ones that lists have. */
export const liveRows: SqlMigration = {
  version: 1764000000002,
  name: 'LiveRows',
  sql: ['campaigns', 'domains', 'webhooks']
    .map((table) => `create index ${table}_live on ${table} (workspace_id, created_at, id) where deleted_at is null;`)
    .join('\n  '),
};
