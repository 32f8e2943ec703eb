import type { Projection } from '@kernel';
import { WORKSPACE_CATEGORY, type WorkspaceEvent } from '../workspace';

/**
 * A row of `workspace_timers`: made by libs/platform/read-store/src/migrations/deleted-workspaces.ts, read by
 * apps/scheduler/src/due-timers.ts. When a deleted workspace can no longer be restored.
 */
export interface WorkspaceTimerRow {
  /** `purge/<workspace id>` */
  readonly id: string;
  readonly workspace_id: string;
  readonly stream: string;
  readonly kind: 'purge';
  /** RFC 3339 UTC. */
  readonly due_at: string;
  readonly revision: string;
}

export const workspaceTimers: Projection<WorkspaceTimerRow, WorkspaceEvent> = {
  name: 'workspace_timers',
  categories: [WORKSPACE_CATEGORY],
  keys: ({ event: { type, data } }) =>
    ['WorkspaceDeleted', 'WorkspaceRestored', 'WorkspacePurged'].includes(type) ? [`purge/${data.workspace_id}`] : [],
  evolve: (_, { event: { type, data }, stream, revision }, id) => {
    if (type !== 'WorkspaceDeleted') return null;
    const { workspace_id, purge_at: due_at } = data;
    return { id, workspace_id, stream, kind: 'purge', due_at, revision: revision.toString() };
  },
};
