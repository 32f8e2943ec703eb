import { type ResourceRow, resourceRows } from '@kernel';
import { WORKSPACE_CATEGORY, type Workspace, type WorkspaceEvent, evolve } from '../workspace';

/**
 * A row of `workspaces`: made by libs/platform/read-store/src/migrations/workspaces.ts, read by
 * apps/gateway/src/workspace/workspace.queries.ts.
 */
export type WorkspaceRow = ResourceRow<Workspace>;

export const workspaceList = resourceRows<Workspace, WorkspaceEvent>('workspaces', WORKSPACE_CATEGORY, {
  idOf: ({ data }) => data.workspace_id,
  evolve,
});
