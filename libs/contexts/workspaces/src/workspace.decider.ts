import { type Command, type Decider, type Plan, Rejection } from '@kernel';
import { type Workspace, type WorkspaceEvent, evolve } from './workspace';

export type CreateWorkspace = Command<
  'CreateWorkspace',
  {
    readonly workspace_id: string;
    readonly name: string;
    readonly plan: Plan;
  }
>;

/** An absent name leaves the workspace as it is. */
export type RenameWorkspace = Command<'RenameWorkspace', { readonly workspace_id: string; readonly name?: string }>;

/** Only the operator sends it; no HTTP request does. */
export type ChangePlan = Command<'ChangePlan', { readonly workspace_id: string; readonly plan: Plan }>;

export type WorkspaceCommand = CreateWorkspace | RenameWorkspace | ChangePlan;

const create = (data: CreateWorkspace['data'], workspace: Workspace | null): readonly WorkspaceEvent[] =>
  workspace ? [] : [{ type: 'WorkspaceCreated', data }];

const rename = (
  { workspace_id, name }: RenameWorkspace['data'],
  workspace: Workspace | null,
): readonly WorkspaceEvent[] => {
  const { name: from } = known(workspace);
  if (name === undefined || name === from) return [];
  return [{ type: 'WorkspaceRenamed', data: { workspace_id, name: { from, to: name } } }];
};

const changePlan = (
  { workspace_id, plan }: ChangePlan['data'],
  workspace: Workspace | null,
): readonly WorkspaceEvent[] => {
  const { plan: from } = known(workspace);
  return from === plan ? [] : [{ type: 'PlanChanged', data: { workspace_id, plan: { from, to: plan } } }];
};

const known = (workspace: Workspace | null): Workspace => {
  if (workspace) return workspace;
  throw new Rejection('not-found', 'not_found', 'There is no such resource.');
};

export const workspaceDecider: Decider<Workspace | null, WorkspaceCommand, WorkspaceEvent> = {
  initialState: null,
  evolve,
  decide: (command, workspace) => {
    switch (command.type) {
      case 'CreateWorkspace':
        return create(command.data, workspace);
      case 'RenameWorkspace':
        return rename(command.data, workspace);
      case 'ChangePlan':
        return changePlan(command.data, workspace);
    }
  },
};
