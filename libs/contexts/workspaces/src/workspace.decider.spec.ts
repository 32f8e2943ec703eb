import type { Plan } from '@kernel';
import { given } from '@kernel/testing';
import type { WorkspaceCreated, WorkspaceEvent } from './workspace';
import {
  type ChangePlan,
  type CreateWorkspace,
  type DeleteWorkspace,
  type PurgeWorkspace,
  type RenameWorkspace,
  type RestoreWorkspace,
  workspaceDecider,
} from './workspace.decider';

const NOW = '2026-01-01T00:00:00.000Z';
const PURGE = '2026-01-31T00:00:00.000Z';

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

describe('deleting a workspace', () => {
  it('records until when it can be restored: 30 days later', () =>
    given(workspaceDecider, [created]).when(remove('Acme')).then([deleted]));

  it('needs no name from the operator', () => given(workspaceDecider, [created]).when(remove(null)).then([deleted]));

  it('changes nothing when it is deleted already', () =>
    given(workspaceDecider, [created, deleted]).when(remove('Acme')).thenNothing());

  it('is rejected under another name', () =>
    given(workspaceDecider, [created]).when(remove('acme')).thenRejected('invalid', 'invalid_request'));

  it('does not know a workspace that never was', () =>
    given(workspaceDecider, []).when(remove('Acme')).thenRejected('not-found', 'not_found'));
});

describe('restoring a workspace', () => {
  it('is recorded to the last millisecond', () =>
    given(workspaceDecider, [created, deleted]).when(restore('2026-01-30T23:59:59.999Z')).then([restored]));

  it('is rejected from then on, whether it is purged or not', () => {
    for (const history of [[deleted], [deleted, purged]])
      given(workspaceDecider, [created, ...history])
        .when(restore(PURGE))
        .thenRejected('conflict', 'invalid_state');
  });

  it('changes nothing when it is not deleted', () =>
    given(workspaceDecider, [created]).when(restore(PURGE)).thenNothing());
  it('does not know a workspace that never was', () =>
    given(workspaceDecider, []).when(restore(NOW)).thenRejected('not-found', 'not_found'));
});

describe('purging a workspace', () => {
  it('is recorded once nobody can restore it', () =>
    given(workspaceDecider, [created, deleted]).when(purge(PURGE)).then([purged]));

  it('records nothing too early, again, or of a restored workspace', () => {
    given(workspaceDecider, [created, deleted]).when(purge('2026-01-30T23:59:59.999Z')).thenNothing();
    given(workspaceDecider, [created, deleted, purged]).when(purge(PURGE)).thenNothing();
    given(workspaceDecider, [created, deleted, restored]).when(purge(PURGE)).thenNothing();
  });
  it('does not know a workspace that never was', () =>
    given(workspaceDecider, []).when(purge(PURGE)).thenRejected('not-found', 'not_found'));
});

const data = { workspace_id: 'ws_1', name: 'Acme', plan: 'free' } as const;
const created: WorkspaceCreated = { type: 'WorkspaceCreated', data };
const create: CreateWorkspace = { type: 'CreateWorkspace', data };
const rename = (name: string): RenameWorkspace => ({ type: 'RenameWorkspace', data: { workspace_id: 'ws_1', name } });
const changePlan = (plan: Plan): ChangePlan => ({ type: 'ChangePlan', data: { workspace_id: 'ws_1', plan } });
const deleted: WorkspaceEvent = { type: 'WorkspaceDeleted', data: { workspace_id: 'ws_1', purge_at: PURGE } };
const restored: WorkspaceEvent = { type: 'WorkspaceRestored', data: { workspace_id: 'ws_1' } };
const purged: WorkspaceEvent = { type: 'WorkspacePurged', data: { workspace_id: 'ws_1' } };
const remove = (name: string | null): DeleteWorkspace => ({
  type: 'DeleteWorkspace',
  data: { workspace_id: 'ws_1', name, now: NOW },
});
const restore = (now: string): RestoreWorkspace => ({ type: 'RestoreWorkspace', data: { workspace_id: 'ws_1', now } });
const purge = (now: string): PurgeWorkspace => ({ type: 'PurgeWorkspace', data: { workspace_id: 'ws_1', now } });
