import type { Purge, PurgeableRow } from '@kernel';
import { WORKSPACE_EVENTS } from '@contexts/aggregates';
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
  for (const purge of purges)
    for (const rows of rowsOf(purge))
      for (const workspaceId of await purgedWorkspacesIn(options.pool, rows.from))
        purged += await purgeOf(workspaceId, purge, rows, options);
  return purged;
};

interface Rows {
  /** A table, or a query in parentheses. */
  readonly from: string;
  /** The read model that loses them by the purge. */
  readonly name: string;
}

const rowsOf = ({ readModel: { projection }, deletedBy }: Purge): readonly Rows[] => [
  { from: projection.name, name: projection.name },
  ...(deletedBy === undefined ? [] : [{ from: deletedRows(deletedBy), name: WORKSPACE_EVENTS }]),
];

/** All actors are of these types. With them an index finds the few events among all those of a workspace. */
const deletedRows = (type: string): string => `(
  select resource_id as id, workspace_id, at as created_at from workspace_events
  where actor_type in ('user', 'api_key', 'system') and type = '${type}')`;

/** Page by page in the order of the index: a row that its projector has parked stays, and is passed over. */
const purgeOf = async (
  workspaceId: string,
  { readModel, commandOf }: Purge,
  { from, name }: Rows,
  { pool, dispatch, progress, log, signal }: Omit<PurgeResources, 'purges'>,
): Promise<number> => {
  const text = `select t.*, waymark_now() as now from ${from} t
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

/** By an index whatever the planner expects: of many purged workspaces it would read a whole table. */
const purgedWorkspacesIn = async (pool: Pool, from: string): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ id: string }>(
    `select w.id from workspaces w cross join lateral (
       select from ${from} t where t.workspace_id = w.id limit 1) one
     where w.purged_at is not null`,
  );
  return rows.map(({ id }) => id);
};
