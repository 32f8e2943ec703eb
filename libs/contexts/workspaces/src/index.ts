export { WORKSPACE_CATEGORY, workspaceStream } from './workspace';
export type { PlanChanged, Workspace, WorkspaceCreated, WorkspaceEvent, WorkspaceRenamed } from './workspace';
export * from './workspace.decider';
export * from './workspace-list/workspace-list.projection';
export * from './workspace.aggregate';
