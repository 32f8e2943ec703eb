import { type Mark, encodeMark } from '@platform/processing';
import type { ClientBase, Pool } from 'pg';

const SETTING = 'events moved to';

/** The host to which this database's events were moved and its checkpoints refer; undefined if not moved. */
export const eventsMovedTo = async (pool: Pool): Promise<string | undefined> => {
  const { rows } = await pool.query<{ value: string }>('SELECT value FROM settings WHERE name = $1', [SETTING]);
  return rows[0]?.value;
};

/** Where a checkpoint is, and its place in the store that now has the events. */
export interface MovedCheckpoint {
  readonly from: bigint;
  readonly to: Mark;
}

/**
 * Sets each checkpoint to its place in the store that now has the events, and records its host.
 * @param client within a transaction, to be rolled back where not every checkpoint was moved
 * @param places by read model
 * @returns whether every checkpoint was where it is said to be
 */
export const moveCheckpoints = async (
  client: ClientBase,
  places: ReadonlyMap<string, MovedCheckpoint>,
  host: string,
): Promise<boolean> => {
  const moved = [...places.values()];
  const { rowCount } = await client.query(
    `UPDATE checkpoints SET position = m.position, mark = m.mark, updated_at = now()
     FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::jsonb[]) AS m (read_model, known, position, mark)
     WHERE checkpoints.read_model = m.read_model AND checkpoints.position = m.known`,
    [
      [...places.keys()],
      moved.map(({ from }) => from.toString()),
      moved.map(({ to }) => to.position.toString()),
      moved.map(({ to }) => encodeMark(to)),
    ],
  );
  await client.query('INSERT INTO settings (name, value) VALUES ($1, $2)', [SETTING, host]);
  return rowCount === places.size;
};
