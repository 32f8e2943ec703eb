import type { ParkedStream } from '@platform/processing';
import type { Pool } from 'pg';

/** The checkpoint of a processor in Postgres. */
export interface Checkpoint {
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

export const readCheckpoints = async (pool: Pool): Promise<readonly Checkpoint[]> => {
  const { rows } = await pool.query<Omit<Checkpoint, 'position'> & { position: string }>(
    'SELECT read_model, position, updated_at FROM checkpoints ORDER BY read_model',
  );
  return rows.map((row) => ({ ...row, position: BigInt(row.position) }));
};

export const readParkedStreams = async (pool: Pool): Promise<readonly ParkedRow[]> => {
  const { rows } = await pool.query<Omit<ParkedRow, 'position'> & { position: string }>(
    'SELECT read_model, stream, position, cause, parked_at FROM parked_streams ORDER BY read_model, position',
  );
  return rows.map((row) => ({ ...row, position: BigInt(row.position) }));
};
