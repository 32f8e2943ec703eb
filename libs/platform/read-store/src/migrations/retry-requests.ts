import type { SqlMigration } from '../sql-migration';

/** An operator sets it; the processor that parked the stream then tries it again and removes the row or the mark. */
export const retryRequests: SqlMigration = {
  version: 1763812000001,
  name: 'RetryRequests',
  sql: 'alter table parked_streams add column retry_requested boolean not null default false;',
};
