import { PLANS, type Plan, Rejection } from '@kernel';
import { type WorkspaceCommand, workspaceList } from '@contexts/workspaces';
import { poll } from '@platform/async';
import { readCheckpoints } from '@platform/read-store';
import { Failure, WrongUse } from '../failure';
import type { Installation } from '../installation';
import type { CommandReport } from '../output';
import { demandOwnStore } from '../processors';
import { sendToWorkspace } from '../send-to-workspace';

const isPlan = (name: string): name is Plan => PLANS.some((plan) => plan === name);

const IN_FORCE_WITHIN_MS = 5_000;
const POLL_MS = 25;

/** `ops workspace set-plan <workspace id> <plan>`: in force for the next request of a running product. */
export const setPlan = (installation: Installation, workspaceId: string, plan: string): Promise<CommandReport> => {
  if (!isPlan(plan)) throw new WrongUse(`no plan is called ${plan}; there are ${PLANS.join(', ')}`);
  return change(installation, workspaceId, {
    command: () => ({ type: 'ChangePlan', data: { workspace_id: workspaceId, plan } }),
    said: (changed) => `has the plan ${plan} ${changed ? 'now' : 'already'}`,
    value: { plan },
  });
};

/** `ops workspace delete <workspace id>`: as its owner can, without the name. */
export const deleteWorkspace = (installation: Installation, workspaceId: string): Promise<CommandReport> =>
  change(installation, workspaceId, {
    command: (now) => ({ type: 'DeleteWorkspace', data: { workspace_id: workspaceId, name: null, now } }),
    said: (changed) => (changed ? 'is deleted now' : 'is deleted already'),
  });

/**
 * `ops workspace restore <workspace id>`: everything is as it was, until 30 days after the deletion, but for accounts that
 * were deleted meanwhile: says so where no owner is left.
 */
export const restoreWorkspace = async (installation: Installation, workspaceId: string): Promise<CommandReport> => {
  const { value, lines } = await change(installation, workspaceId, {
    command: (now) => ({ type: 'RestoreWorkspace', data: { workspace_id: workspaceId, now } }),
    said: (changed) => (changed ? 'is restored' : 'is not deleted'),
  });
  const { rows } = await installation.pool.query<{ owners: number }>(
    "SELECT count(*)::int AS owners FROM memberships WHERE workspace_id = $1 AND role = 'owner'",
    [workspaceId],
  );
  const owners = rows[0]?.owners ?? 0;
  const hint = `It has no owner: "ops workspace set-owner ${workspaceId} <e-mail>" makes somebody with an account its owner.`;
  return { value: { ...(value as object), owners }, lines: [...lines, ...(owners === 0 ? [hint] : [])] };
};

/**
 * `ops workspace set-owner <workspace id> <e-mail>`: for a workspace whose owners are gone. In force at once; other members
 * stay as they are.
 */
export const setOwner = async ({ pool }: Installation, workspaceId: string, email: string): Promise<CommandReport> => {
  const { rows } = await pool.query<{ workspace: string | null; user: string | null; email: string | null }>(
    `SELECT (SELECT id FROM workspaces WHERE id = $1 AND purged_at IS NULL) AS workspace, u.id AS user, u.email
     FROM (SELECT) one LEFT JOIN users u ON lower(u.email) = lower($2)`,
    [workspaceId, email],
  );
  const found = rows[0];
  if (!found?.workspace) throw new Failure(`There is no workspace ${workspaceId}.`);
  if (!found.user) throw new Failure(`Nobody has an account with the e-mail address ${email}.`);
  const { rowCount } = await pool.query(
    `INSERT INTO memberships AS m (workspace_id, user_id, role, created_at) VALUES ($1, $2, 'owner', waymark_now())
     ON CONFLICT (workspace_id, user_id) DO UPDATE SET role = excluded.role WHERE m.role <> excluded.role`,
    [workspaceId, found.user],
  );
  const changed = rowCount === 1;
  return {
    value: { workspace_id: workspaceId, user_id: found.user, email: found.email, changed },
    lines: [`${found.email} is an owner of ${workspaceId} ${changed ? 'now' : 'already'}.`],
  };
};

interface Change {
  /** @param now RFC 3339, by the database's clock */
  readonly command: (now: string) => WorkspaceCommand;
  /** What holds of the workspace afterwards. */
  readonly said: (changed: boolean) => string;
  readonly value?: object;
}

const change = async (
  installation: Installation,
  workspaceId: string,
  { command, said, value = {} }: Change,
): Promise<CommandReport> => {
  if (!/^ws_[A-Za-z0-9_-]+$/.test(workspaceId))
    throw new WrongUse(`${workspaceId} is not a workspace id: it begins with ws_`);
  const { events, position } = await handle(installation, workspaceId, command);
  const changed = events > 0;
  const in_force = installation.product !== 'stopped' && (await reached(installation, position));
  return {
    value: { workspace_id: workspaceId, ...value, changed, in_force },
    lines: [`${workspaceId} ${said(changed)}.`, ...(in_force || !changed ? [] : [later(installation)])],
  };
};

const handle = async (
  installation: Installation,
  workspaceId: string,
  command: Change['command'],
): Promise<{ events: number; position: bigint }> => {
  await demandOwnStore(installation);
  try {
    return await sendToWorkspace(installation, workspaceId, command);
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    throw new Failure(error.kind === 'not-found' ? `There is no workspace ${workspaceId}.` : error.message);
  }
};

const reached = async ({ pool }: Installation, position: bigint): Promise<boolean> => {
  const look = async () => {
    const checkpoint = (await readCheckpoints(pool)).find(({ read_model }) => read_model === workspaceList.name);
    return (checkpoint && checkpoint.position >= position) || undefined;
  };
  return (await poll(look, { everyMs: POLL_MS, withinMs: IN_FORCE_WITHIN_MS })) ?? false;
};

const later = ({ product }: Installation): string =>
  product === 'stopped'
    ? 'The product is stopped: in force when it starts.'
    : 'It is recorded, but no projector has taken it up yet: see "ops checkpoints".';
