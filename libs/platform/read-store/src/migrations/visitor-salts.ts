import type { SqlMigration } from '../sql-migration';

/** One salt for each UTC day, the same for every redirector; rows go when their day began 48 hours ago. Useless without VISITOR_SECRET. */
export const visitorSalts: SqlMigration = {
  version: 1763683200170,
  name: 'VisitorSalts',
  sql: `
  create table visitor_salts (
    day date primary key,
    salt bytea not null check (length(salt) = 32)
  );`,
};
