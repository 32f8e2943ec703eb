import type { SqlMigration } from '../sql-migration';

/**
 * Links whose limit no click has reached yet. Counts look at them: clicks may be counted only after the limit below them
 * was set.
 */
export const limitedLinks: SqlMigration = {
  version: 1764340000012,
  name: 'LimitedLinks',
  sql: `create index links_limited on links (id)
    where click_limit is not null and deleted_at is null and coalesce(limit_reached, 0) < click_limit`,
};
