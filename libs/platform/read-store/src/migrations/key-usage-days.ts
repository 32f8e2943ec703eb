import { type SqlMigration, tenantTable } from '../sql-migration';

/**
 * The use of keys by UTC day: telemetry, which no rebuild touches. Gateways write it, and the scheduler deletes days that
 * are no longer shown.
 */
export const keyUsageDays: SqlMigration = {
  version: 1763932000001,
  name: 'KeyUsageDays',
  sql: `
  create table key_usage_days (
    key_id text not null,
    workspace_id text not null,
    day date not null,
    request_count bigint not null,
    primary key (key_id, day)
  ) with (fillfactor = 70);
  create index key_usage_days_by_day on key_usage_days (day);
  ${tenantTable('key_usage_days')}`,
};
