import type { SqlMigration } from '../sql-migration';

/**
 * The newest events of a type by an actor, or by a kind of actor, so that filters which few events pass do not read the
 * others; and those of a request in their order, for an import is one request.
 */
export const eventFilters: SqlMigration = {
  version: 1764000000003,
  name: 'EventFilters',
  sql: `
  drop index workspace_events_of_actor, workspace_events_of_request, workspace_events_of_type;
  create index workspace_events_of_actor on workspace_events (workspace_id, actor_id, type, at, revision, id);
  create index workspace_events_of_type on workspace_events (workspace_id, actor_type, type, at, revision, id);
  create index workspace_events_of_request on workspace_events (workspace_id, request_id, at, revision, id);`,
};
