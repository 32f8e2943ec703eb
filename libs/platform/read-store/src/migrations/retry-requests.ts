import type { SqlMigration } from '../sql-migration';

/** Set by an operator; the processor that parked the stream then tries it again, which takes the row or the mark away. */
export const retryRequests: SqlMigration = {
  version: 1763812000001,
  name: 'RetryRequests',
  sql: 'alter table parked_streams add column retry_requested boolean not null default false;',
};
