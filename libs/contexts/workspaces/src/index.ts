export { WORKSPACE_CATEGORY, workspaceStream } from './workspace';
export type {
  PlanChanged,
  Workspace,
  WorkspaceCreated,
  WorkspaceDeleted,
  WorkspaceEvent,
  WorkspacePurged,
  WorkspaceRenamed,
  WorkspaceRestored,
} from './workspace';
export * from './workspace.decider';
export * from './workspace-list/workspace-list.projection';
export * from './workspace-timers/workspace-timers.projection';
export * from './workspace.aggregate';
