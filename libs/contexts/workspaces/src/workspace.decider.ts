import type { Command, Decider } from '@kernel';
import { type Plan, type Workspace, type WorkspaceEvent, evolve } from './workspace';

export type CreateWorkspace = Command<'CreateWorkspace', {
  readonly workspace_id: string;
  readonly name: string;
  readonly plan: Plan;
}>;

export type WorkspaceCommand = CreateWorkspace;

export const workspaceDecider: Decider<Workspace | null, WorkspaceCommand, WorkspaceEvent> = {
  initialState: null,
  evolve,
  decide: ({ data }, workspace) => (workspace ? [] : [{ type: 'WorkspaceCreated', data }]),
};
