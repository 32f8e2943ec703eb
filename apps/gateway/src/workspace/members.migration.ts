import type { SqlMigration } from '@platform/read-store';

/** A member's role has a version, for ETag and If-Match. */
export const memberRevisionMigration: SqlMigration = {
  version: 1763683200160,
  name: 'MemberRevision',
  sql: 'alter table memberships add column revision bigint not null default 0',
};
