import { given } from '@kernel/testing';
import type { WorkspaceCreated } from './workspace';
import { type CreateWorkspace, workspaceDecider } from './workspace.decider';

describe('creating a workspace', () => {
  it('records its name and plan', () => given(workspaceDecider, []).when(create).then([created]));

  it('changes nothing when it is repeated', () => given(workspaceDecider, [created]).when(create).thenNothing());
});

const data = { workspace_id: 'ws_1', name: 'Acme', plan: 'free' } as const;
const created: WorkspaceCreated = { type: 'WorkspaceCreated', data };
const create: CreateWorkspace = { type: 'CreateWorkspace', data };
