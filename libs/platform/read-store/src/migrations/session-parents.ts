import type { SqlMigration } from '../sql-migration';

/** The session by which another one was opened. Logging out of it ends both. Sessions of earlier versions have none. */
export const sessionParents: SqlMigration = {
  version: 1764320000001,
  name: 'SessionParents',
  sql: `
  alter table sessions add column parent_id text;
  create index sessions_parent on sessions (parent_id) where parent_id is not null;`,
};
