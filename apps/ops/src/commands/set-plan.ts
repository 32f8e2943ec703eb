import { randomUUID } from 'node:crypto';
import { PLANS, type Plan, Rejection, commandHandler } from '@kernel';
import { type ChangePlan, workspaceDecider, workspaceList, workspaceStream } from '@contexts/workspaces';
import { poll } from '@platform/async';
import { readCheckpoints } from '@platform/read-store';
import { Failure, WrongUse } from '../failure';
import type { Installation } from '../installation';
import type { Report } from '../output';

const isPlan = (name: string): name is Plan => PLANS.some((plan) => plan === name);

const IN_FORCE_WITHIN_MS = 5_000;
const POLL_MS = 25;

/** `ops workspace set-plan <workspace id> <plan>`: in force for the next request of a running product. */
export const setPlan = async (installation: Installation, workspaceId: string, plan: string): Promise<Report> => {
  if (!isPlan(plan)) throw new WrongUse(`no plan is called ${plan}; there are ${PLANS.join(', ')}`);
  if (!/^ws_[A-Za-z0-9_-]+$/.test(workspaceId))
    throw new WrongUse(`${workspaceId} is no workspace id: it begins with ws_`);
  const { events, position } = await change(installation, workspaceId, plan);
  const in_force = installation.product !== 'stopped' && (await reached(installation, position));
  const said =
    events === 0 ? `${workspaceId} has the plan ${plan} already.` : `${workspaceId} has the plan ${plan} now.`;
  return {
    value: { workspace_id: workspaceId, plan, changed: events > 0, in_force },
    lines: [said, ...(in_force || events === 0 ? [] : [later(installation)])],
  };
};

const change = async (
  { store, pool }: Installation,
  workspaceId: string,
  plan: Plan,
): Promise<{ events: number; position: bigint }> => {
  // Loaded here because it loads Nest, which no other command needs.
  const { uuidOf } = await import('@platform/commands');
  const handle = commandHandler(workspaceDecider, { store, uuid: uuidOf });
  const { rows } = await pool.query<{ now: string }>('SELECT waymark_now() AS now');
  const now = rows[0]?.now ?? new Date().toISOString();
  const command: ChangePlan = { type: 'ChangePlan', data: { workspace_id: workspaceId, plan } };
  const [actor, id] = [{ type: 'system', id: 'operator' } as const, randomUUID()];
  const metadata = {
    actor,
    request_id: 'ops',
    command_id: id,
    correlation_id: id,
    causation_id: id,
    workspace_id: workspaceId,
    now,
  };
  try {
    const { events, position } = await handle({ stream: workspaceStream(workspaceId), command, metadata });
    return { events: events.length, position };
  } catch (error) {
    if (error instanceof Rejection && error.kind === 'not-found')
      throw new Failure(`There is no workspace ${workspaceId}.`);
    throw error;
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
