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

/** Where a stream is parked. */
export interface ParkedPlace {
  readonly stream: string;
  /** Of the first event that was not handled. */
  readonly position: bigint;
}

/** The same, and the position that this event has in the store that now has the events. */
export interface MovedParked extends ParkedPlace {
  readonly to: bigint;
}

/** Of all processors, each place once. */
export const readParkedPlaces = async (pool: Pool): Promise<readonly ParkedPlace[]> => {
  const { rows } = await pool.query<{ stream: string; position: string }>(
    'SELECT DISTINCT stream, position FROM parked_streams',
  );
  return rows.map(({ stream, position }) => ({ stream, position: BigInt(position) }));
};

/**
 * Sets parked streams to their places in the store that now has the events.
 * @param client as of {@link moveCheckpoints}
 */
export const moveParked = async (client: ClientBase, places: readonly MovedParked[]): Promise<void> => {
  await client.query(
    `UPDATE parked_streams SET position = m.position
     FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS m (stream, known, position)
     WHERE parked_streams.stream = m.stream AND parked_streams.position = m.known`,
    [
      places.map(({ stream }) => stream),
      places.map(({ position }) => position.toString()),
      places.map(({ to }) => to.toString()),
    ],
  );
};
