import { type Mark, type ParkedStream, decodeMark } from '@platform/processing';
import type { Pool } from 'pg';

/** The checkpoint of a processor in Postgres. */
export interface CheckpointRow {
  readonly read_model: string;
  readonly position: bigint;
  /** RFC 3339. */
  readonly updated_at: string;
}

export interface ParkedRow extends ParkedStream {
  readonly read_model: string;
  /** RFC 3339. */
  readonly parked_at: string;
}

export const readCheckpoints = async (pool: Pool): Promise<readonly CheckpointRow[]> => {
  const { rows } = await pool.query<Omit<CheckpointRow, 'position'> & { position: string }>(
    'SELECT read_model, position, updated_at FROM checkpoints ORDER BY read_model',
  );
  return rows.map((row) => ({ ...row, position: BigInt(row.position) }));
};

/** Each checkpoint with its history; without one it is of an earlier version. */
export const readMarks = async (
  pool: Pool,
): Promise<readonly { readonly processor: string; readonly position: bigint; readonly mark: Mark | undefined }[]> => {
  const { rows } = await pool.query<{ read_model: string; position: string; mark: unknown }>(
    'SELECT read_model, position, mark FROM checkpoints ORDER BY read_model',
  );
  return rows.map(({ read_model: processor, position, mark }) => ({
    processor,
    position: BigInt(position),
    mark: mark ? decodeMark(mark) : undefined,
  }));
};

/** A checkpoint, and the position of the last event that was handled. */
export interface Returning {
  readonly processor: string;
  readonly from: bigint;
  readonly to: bigint;
}

/** Moves checkpoints back to what was handled last, unless they have moved, and tells the processes that wait for them. */
export const takeBack = async (pool: Pool, checkpoints: readonly Returning[]): Promise<void> => {
  await pool.query(
    `WITH returned AS (
       UPDATE checkpoints c SET position = r.last, updated_at = now()
       FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS r (read_model, known, last)
       WHERE c.read_model = r.read_model AND c.position = r.known
       RETURNING c.read_model, c.position
     )
     SELECT pg_notify('waymark_progress', '!' || read_model || ':' || position) FROM returned`,
    [
      checkpoints.map(({ processor }) => processor),
      checkpoints.map(({ from }) => from.toString()),
      checkpoints.map(({ to }) => to.toString()),
    ],
  );
};

/** Lets a processor without a table begin anew: it handles every event again. */
export const restartProcessor = async (pool: Pool, processor: string): Promise<void> => {
  await pool.query(
    `WITH unparked AS (DELETE FROM parked_streams WHERE read_model = $1)
     UPDATE checkpoints SET position = -1, mark = null, updated_at = now() WHERE read_model = $1`,
    [processor],
  );
};

/** @param most how many of a processor; `count` is how many it has */
export const readParkedStreams = async (
  pool: Pool,
  most: number,
): Promise<readonly (ParkedRow & { readonly count: number })[]> => {
  const { rows } = await pool.query<Omit<ParkedRow, 'position'> & { position: string; count: number }>(
    `SELECT read_model, stream, position, cause, parked_at, count
     FROM (SELECT read_model, count(*)::int AS count FROM parked_streams GROUP BY read_model) AS known,
       LATERAL (SELECT stream, position, cause, parked_at FROM parked_streams
         WHERE read_model = known.read_model ORDER BY position LIMIT $1) AS first
     ORDER BY read_model, position`,
    [most],
  );
  return rows.map((row) => ({ ...row, position: BigInt(row.position) }));
};
