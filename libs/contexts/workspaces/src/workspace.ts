import type { Event, Metadata, Plan } from '@kernel';

export const WORKSPACE_CATEGORY = 'workspace';
export const workspaceStream = (workspaceId: string): string =>
  `${WORKSPACE_CATEGORY}-${workspaceId.slice('ws_'.length)}`;

export type WorkspaceCreated = Event<'WorkspaceCreated', { workspace_id: string; name: string; plan: Plan }>;
export type WorkspaceRenamed = Event<'WorkspaceRenamed', { workspace_id: string; name: { from: string; to: string } }>;
export type PlanChanged = Event<'PlanChanged', { workspace_id: string; plan: { from: Plan; to: Plan } }>;
export type WorkspaceEvent = WorkspaceCreated | WorkspaceRenamed | PlanChanged;

export interface Workspace {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  readonly created_at: string;
  readonly updated_at: string;
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
      };
    case 'WorkspaceRenamed':
      return workspace && { ...workspace, name: event.data.name.to, updated_at: at };
    case 'PlanChanged':
      return workspace && { ...workspace, plan: event.data.plan.to, updated_at: at };
    default:
      return workspace;
  }
};
