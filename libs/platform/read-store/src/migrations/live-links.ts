import type { SqlMigration } from '../sql-migration';

/**
 * Lists that do not pass over deleted links. `links_newest` has all links, for counts of what was created. Of those that
 * are archived or disabled, no list has the deleted ones.
 */
const INDEXES = `
  create index if not exists links_live on links (workspace_id, created_at desc, id desc) where deleted_at is null;
  create index if not exists links_live_archived on links (workspace_id, created_at desc, id desc)
    where archived_at is not null and deleted_at is null;
  create index if not exists links_live_disabled on links (workspace_id, created_at desc, id desc)
    where disabled_at is not null and deleted_at is null;`;

export const liveLinks: SqlMigration = { version: 1764340000003, name: 'LiveLinks', sql: INDEXES };

/** In a step of its own: whatever reads the table holds up a drop, which would undo what was built before it. */
export const liveLinksAlone: SqlMigration = {
  version: 1764340000007,
  name: 'LiveLinksAlone',
  sql: `${INDEXES}
  drop index if exists links_archived, links_disabled;`,
};
