import type { SqlMigration } from '../sql-migration';

/** Indexes for finding expired rows to delete. */
export const sessionExpiry: SqlMigration = {
  version: 1763819000001,
  name: 'SessionExpiry',
  sql: `
  create index sessions_expiry on sessions (expires_at);
  create index refresh_tokens_expiry on refresh_tokens (expires_at);`,
};
