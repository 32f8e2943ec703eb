import { APPLICATION_ROLE } from '@platform/postgres';
import type { SqlMigration } from '../sql-migration';

/** Comes first: the application's role may use, but not alter, all that later steps of any library create. */
export const grants: SqlMigration = {
  version: 1763683200001,
  name: 'Grants',
  sql: `
  grant usage on schema public to ${APPLICATION_ROLE};
  alter default privileges in schema public grant select, insert, update, delete on tables to ${APPLICATION_ROLE};
  alter default privileges in schema public grant usage, select on sequences to ${APPLICATION_ROLE};`,
};
