import { type Command, type Decider, type Plan, Rejection, decideBy, demandKnown } from '@kernel';
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

/** `name` is the workspace's name as its owner typed it; null by the operator. */
export type DeleteWorkspace = Command<
  'DeleteWorkspace',
  { readonly workspace_id: string; readonly name: string | null; readonly now: string }
>;

/** Only the operator sends it. */
export type RestoreWorkspace = Command<'RestoreWorkspace', { readonly workspace_id: string; readonly now: string }>;

/** Records that the time to restore it is over. Sent too early, it records nothing. */
export type PurgeWorkspace = Command<'PurgeWorkspace', { readonly workspace_id: string; readonly now: string }>;

export type WorkspaceCommand =
  CreateWorkspace | RenameWorkspace | ChangePlan | DeleteWorkspace | RestoreWorkspace | PurgeWorkspace;

/** How long a deleted workspace can be restored, in milliseconds. */
export const RESTORABLE_MS = 30 * 86_400_000;

const create = (data: CreateWorkspace['data'], workspace: Workspace | null): readonly WorkspaceEvent[] =>
  workspace ? [] : [{ type: 'WorkspaceCreated', data }];

const rename = (
  { workspace_id, name }: RenameWorkspace['data'],
  workspace: Workspace | null,
): readonly WorkspaceEvent[] => {
  const { name: from } = demandKnown(workspace);
  if (name === undefined || name === from) return [];
  return [{ type: 'WorkspaceRenamed', data: { workspace_id, name: { from, to: name } } }];
};

const changePlan = (
  { workspace_id, plan }: ChangePlan['data'],
  workspace: Workspace | null,
): readonly WorkspaceEvent[] => {
  const { plan: from } = demandKnown(workspace);
  return from === plan ? [] : [{ type: 'PlanChanged', data: { workspace_id, plan: { from, to: plan } } }];
};

const remove = (
  { workspace_id, name, now }: DeleteWorkspace['data'],
  workspace: Workspace | null,
): readonly WorkspaceEvent[] => {
  const { deleted_at, name: actual } = demandKnown(workspace);
  if (deleted_at) return [];
  if (name !== null && name !== actual) {
    const problem = { location: 'body.name', message: 'is not the name of this workspace' };
    throw new Rejection('invalid', 'invalid_request', 'The name of the workspace is needed.', {}, [problem]);
  }
  const purge_at = new Date(Date.parse(now) + RESTORABLE_MS).toISOString();
  return [{ type: 'WorkspaceDeleted', data: { workspace_id, purge_at } }];
};

const restore = (
  { workspace_id, now }: RestoreWorkspace['data'],
  workspace: Workspace | null,
): readonly WorkspaceEvent[] => {
  const { purge_at } = demandKnown(workspace);
  if (purge_at === null) return [];
  if (purge_at <= now)
    throw new Rejection(
      'conflict',
      'invalid_state',
      `This workspace could be restored until ${purge_at}, and no longer.`,
    );
  return [{ type: 'WorkspaceRestored', data: { workspace_id } }];
};

const purge = (
  { workspace_id, now }: PurgeWorkspace['data'],
  workspace: Workspace | null,
): readonly WorkspaceEvent[] => {
  const { purge_at, purged_at } = demandKnown(workspace);
  return purge_at === null || purge_at > now || purged_at !== null
    ? []
    : [{ type: 'WorkspacePurged', data: { workspace_id } }];
};

export const workspaceDecider: Decider<Workspace | null, WorkspaceCommand, WorkspaceEvent> = {
  initialState: null,
  evolve,
  decide: decideBy({
    CreateWorkspace: create,
    RenameWorkspace: rename,
    ChangePlan: changePlan,
    DeleteWorkspace: remove,
    RestoreWorkspace: restore,
    PurgeWorkspace: purge,
  }),
};
