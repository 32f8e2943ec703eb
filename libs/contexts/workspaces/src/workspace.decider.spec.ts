import type { Plan } from '@kernel';
import { given } from '@kernel/testing';
import type { WorkspaceCreated } from './workspace';
import { type ChangePlan, type CreateWorkspace, type RenameWorkspace, workspaceDecider } from './workspace.decider';

describe('creating a workspace', () => {
  it('records its name and plan', () => given(workspaceDecider, []).when(create).then([created]));

  it('changes nothing when it is repeated', () => given(workspaceDecider, [created]).when(create).thenNothing());
});

describe('renaming a workspace', () => {
  it('records both names', () =>
    given(workspaceDecider, [created])
      .when(rename('Acme Ltd'))
      .then([{ type: 'WorkspaceRenamed', data: { workspace_id: 'ws_1', name: { from: 'Acme', to: 'Acme Ltd' } } }]));

  it('changes nothing when the name is the same', () =>
    given(workspaceDecider, [created]).when(rename('Acme')).thenNothing());
  it('rejects a workspace that never existed', () =>
    given(workspaceDecider, []).when(rename('x')).thenRejected('not-found', 'not_found'));
});

describe('changing the plan', () => {
  it('records both plans', () =>
    given(workspaceDecider, [created])
      .when(changePlan('pro'))
      .then([{ type: 'PlanChanged', data: { workspace_id: 'ws_1', plan: { from: 'free', to: 'pro' } } }]));

  it('changes nothing when the plan is the same', () =>
    given(workspaceDecider, [created]).when(changePlan('free')).thenNothing());
  it('rejects a workspace that never existed', () =>
    given(workspaceDecider, []).when(changePlan('pro')).thenRejected('not-found', 'not_found'));
});

const data = { workspace_id: 'ws_1', name: 'Acme', plan: 'free' } as const;
const created: WorkspaceCreated = { type: 'WorkspaceCreated', data };
const create: CreateWorkspace = { type: 'CreateWorkspace', data };
const rename = (name: string): RenameWorkspace => ({ type: 'RenameWorkspace', data: { workspace_id: 'ws_1', name } });
const changePlan = (plan: Plan): ChangePlan => ({ type: 'ChangePlan', data: { workspace_id: 'ws_1', plan } });
