import { APPLICATION_ROLE } from '@platform/postgres';
import type { SqlMigration } from '../sql-migration';

/** Comes first: whatever later steps of any library create may be used, but not altered, by the application's role. */
export const grants: SqlMigration = {
  version: 1763683200001,
  name: 'Grants',
  sql: `
  grant usage on schema public to ${APPLICATION_ROLE};
  alter default privileges in schema public grant select, insert, update, delete on tables to ${APPLICATION_ROLE};
  alter default privileges in schema public grant usage, select on sequences to ${APPLICATION_ROLE};`,
};
