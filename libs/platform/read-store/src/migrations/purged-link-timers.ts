import type { SqlMigration } from '../sql-migration';

/** Links of a purged workspace had timers that nothing removed: such a link records no expiry any more. */
export const purgedLinkTimers: SqlMigration = {
  version: 1764250000001,
  name: 'PurgedLinkTimers',
  sql: `
  delete from link_timers t using workspaces w where w.id = t.workspace_id and w.purged_at is not null;`,
};
