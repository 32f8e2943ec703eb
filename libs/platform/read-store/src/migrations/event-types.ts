import type { SqlMigration } from '../sql-migration';

/** The newest events of a type, of which a workspace may have few among many. */
export const eventTypes: SqlMigration = {
  version: 1763960000001,
  name: 'EventTypes',
  sql: 'create index workspace_events_of_type on workspace_events (workspace_id, type, at, revision, id);',
};
