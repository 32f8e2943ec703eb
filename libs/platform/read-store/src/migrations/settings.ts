import type { SqlMigration } from '../sql-migration';

/** What an installation must remember about itself, such as the fingerprints of its secrets. */
export const settings: SqlMigration = {
  version: 1763683200008,
  name: 'Settings',
  sql: `
  create table settings (
    name text primary key,
    value text not null
  );`,
};
