import type { SqlMigration } from '../sql-migration';

export const linkPreviews: SqlMigration = {
  version: 1763906000001,
  name: 'LinkPreviews',
  sql: 'alter table links add column preview jsonb;',
};
