import type { Purge, PurgeableRow } from '@kernel';
import { type HandleDispatch, systemCommand } from '@platform/commands';
import type { Progress } from '@platform/processing';
import type { Log } from '@platform/telemetry';
import type { Pool } from 'pg';
import { sendAtOnce, untilProjected } from '../send-at-once';

export interface PurgeResources {
  readonly pool: Pool;
  readonly purges: readonly Purge[];
  readonly dispatch: HandleDispatch;
  readonly progress: Progress;
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly signal: AbortSignal;
}

const BATCH = 500;

/** Purges the resources that the read models still have. @returns how many @throws when a command or store fails */
export const purgeResources = async ({ purges, ...options }: PurgeResources): Promise<number> => {
  let purged = 0;
  for (const purge of purges) {
    for (const workspaceId of await purgedWorkspacesIn(options.pool, purge.readModel.projection.name))
      purged += await purgeOf(workspaceId, purge, options);
  }
  return purged;
};

/** Page by page in the order of the index: a row that its projector has parked stays, and is passed over. */
const purgeOf = async (
  workspaceId: string,
  { readModel, commandOf }: Purge,
  { pool, dispatch, progress, log, signal }: Omit<PurgeResources, 'purges'>,
): Promise<number> => {
  const { name } = readModel.projection;
  const text = `select *, waymark_now() as now from ${name}
    where workspace_id = $1 and (created_at, id) > ($2::timestamptz, $3) order by created_at, id limit ${BATCH}`;
  let [after, purged] = [{ created_at: '-infinity', id: '' }, 0];
  while (!signal.aborted) {
    const values = [workspaceId, after.created_at, after.id];
    const { rows } = await pool.query<PurgeableRow & { readonly now: string }>(text, values);
    const last = rows.at(-1);
    if (!last) break;
    const send = ({ now, ...row }: (typeof rows)[number]) =>
      dispatch(systemCommand(commandOf(row), { stream: readModel.streamOf(row), workspace_id: workspaceId, now }));
    await untilProjected(progress, name, await sendAtOnce(rows, send, log));
    [after, purged] = [last, purged + rows.length];
  }
  return purged;
};

const purgedWorkspacesIn = async (pool: Pool, table: string): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ id: string }>(
    `select id from workspaces w
     where purged_at is not null and exists (select from ${table} t where t.workspace_id = w.id)`,
  );
  return rows.map(({ id }) => id);
};
