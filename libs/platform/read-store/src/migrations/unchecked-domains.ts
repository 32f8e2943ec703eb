import type { SqlMigration } from '../sql-migration';

/**
 * A domain that is due for a check without any that is known, as after the loss of Postgres, has a row with neither
 * `checked_at` nor `result`. Earlier versions write none, and show such a row as a domain that was never checked.
 */
export const uncheckedDomains: SqlMigration = {
  version: 1764300000001,
  name: 'UncheckedDomains',
  sql: 'alter table domain_checks alter column checked_at drop not null, alter column result drop not null;',
};
