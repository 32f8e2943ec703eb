import type { Event, Metadata, Plan } from '@kernel';

export const WORKSPACE_CATEGORY = 'workspace';
export const workspaceStream = (workspaceId: string): string =>
  `${WORKSPACE_CATEGORY}-${workspaceId.slice('ws_'.length)}`;

export type WorkspaceCreated = Event<'WorkspaceCreated', { workspace_id: string; name: string; plan: Plan }>;
export type WorkspaceRenamed = Event<'WorkspaceRenamed', { workspace_id: string; name: { from: string; to: string } }>;
export type PlanChanged = Event<'PlanChanged', { workspace_id: string; plan: { from: Plan; to: Plan } }>;
/** Until `purge_at` (RFC 3339 UTC) it can be restored. */
export type WorkspaceDeleted = Event<'WorkspaceDeleted', { workspace_id: string; purge_at: string }>;
export type WorkspaceRestored = Event<'WorkspaceRestored', { workspace_id: string }>;
/** It is gone for good, and its data may be erased from now on. */
export type WorkspacePurged = Event<'WorkspacePurged', { workspace_id: string }>;
export type WorkspaceEvent =
  WorkspaceCreated | WorkspaceRenamed | PlanChanged | WorkspaceDeleted | WorkspaceRestored | WorkspacePurged;

export interface Workspace {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  readonly created_at: string;
  readonly updated_at: string;
  readonly deleted_at: string | null;
  /** Null unless it is deleted. */
  readonly purge_at: string | null;
  readonly purged_at: string | null;
}

/** The fold of the write side and of the read model alike. */
export const evolve = (workspace: Workspace | null, event: WorkspaceEvent, { at }: Metadata): Workspace | null => {
  switch (event.type) {
    case 'WorkspaceCreated':
      return {
        id: event.data.workspace_id,
        name: event.data.name,
        plan: event.data.plan,
        created_at: at,
        updated_at: at,
        deleted_at: null,
        purge_at: null,
        purged_at: null,
      };
    case 'WorkspaceRenamed':
      return workspace && { ...workspace, name: event.data.name.to, updated_at: at };
    case 'PlanChanged':
      return workspace && { ...workspace, plan: event.data.plan.to, updated_at: at };
    case 'WorkspaceDeleted':
      return workspace && { ...workspace, deleted_at: at, purge_at: event.data.purge_at, updated_at: at };
    case 'WorkspaceRestored':
      return workspace && { ...workspace, deleted_at: null, purge_at: null, updated_at: at };
    case 'WorkspacePurged':
      // Its id stays, so that what is loaded late can be erased as well.
      return workspace && { ...workspace, name: '', purged_at: at, updated_at: at };
    default:
      return workspace;
  }
};
