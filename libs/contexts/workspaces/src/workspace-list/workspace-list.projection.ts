import type { Projection } from '@kernel';
import { WORKSPACE_CATEGORY, type Workspace, type WorkspaceEvent, evolve } from '../workspace';

/**
 * A row of `workspaces`: made by libs/platform/read-store/src/migrations/workspaces.ts, read by
 * apps/gateway/src/workspace/workspace.queries.ts.
 */
export interface WorkspaceRow extends Workspace {
  readonly revision: string;
}

export const workspaceList: Projection<WorkspaceRow, WorkspaceEvent> = {
  name: 'workspaces',
  categories: [WORKSPACE_CATEGORY],
  keys: ({ event }) => [event.data.workspace_id],
  evolve: (row, { event, metadata, revision }) => {
    const workspace = evolve(row, event, metadata);
    return workspace && { ...workspace, revision: revision.toString() };
  },
};
