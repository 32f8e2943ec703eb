import { type Mark, encodeMark } from '@platform/processing';
import type { Pool } from 'pg';

const SETTING = 'events moved to';

/** The host to which this database's events were moved and its checkpoints refer; undefined if not moved. */
export const eventsMovedTo = async (pool: Pool): Promise<string | undefined> => {
  const { rows } = await pool.query<{ value: string }>('SELECT value FROM settings WHERE name = $1', [SETTING]);
  return rows[0]?.value;
};

/**
 * Sets each checkpoint to its place in the store that now has the events, and records its host; all or nothing.
 * @param places by read model
 */
export const moveCheckpoints = async (pool: Pool, places: ReadonlyMap<string, Mark>, host: string): Promise<void> => {
  await pool.query(
    `WITH moved AS (
       UPDATE checkpoints SET position = m.position, mark = m.mark, updated_at = now()
       FROM unnest($1::text[], $2::bigint[], $3::jsonb[]) AS m (read_model, position, mark)
       WHERE checkpoints.read_model = m.read_model
     )
     INSERT INTO settings (name, value) VALUES ($4, $5)`,
    [
      [...places.keys()],
      [...places.values()].map(({ position }) => position.toString()),
      [...places.values()].map(encodeMark),
      SETTING,
      host,
    ],
  );
};
