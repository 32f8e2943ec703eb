import type { SqlMigration } from '../sql-migration';

/**
 * Lists that do not pass over deleted links. `links_newest` has all links, for counts of what was created. Of those that
 * are archived or disabled, no list has the deleted ones.
 */
export const liveLinks: SqlMigration = {
  version: 1764340000003,
  name: 'LiveLinks',
  sql: `
  create index links_live on links (workspace_id, created_at desc, id desc) where deleted_at is null;
  drop index links_archived, links_disabled;
  create index links_archived on links (workspace_id, created_at desc, id desc)
    where archived_at is not null and deleted_at is null;
  create index links_disabled on links (workspace_id, created_at desc, id desc)
    where disabled_at is not null and deleted_at is null;`,
};
