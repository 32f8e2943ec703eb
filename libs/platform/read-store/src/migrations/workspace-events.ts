import { type SqlMigration, tenantTable } from '../sql-migration';

/** Kept by the projector from the events of all aggregates with public events. */
export const workspaceEvents: SqlMigration = {
  version: 1763931000001,
  name: 'WorkspaceEvents',
  sql: `
  create table workspace_events (
    id text primary key,
    workspace_id text not null,
    at timestamptz(3) not null,
    type text not null,
    actor_type text not null,
    actor_id text not null,
    request_id text not null,
    resource_id text not null,
    stream text not null,
    revision bigint not null
  );
  create index workspace_events_newest on workspace_events (workspace_id, at, revision, id);
  create index workspace_events_of_actor on workspace_events (workspace_id, actor_id, at, revision, id);
  create index workspace_events_of_request on workspace_events (workspace_id, request_id);
  ${tenantTable('workspace_events')}`,
};
