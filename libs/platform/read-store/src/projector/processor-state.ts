import type { Pool } from 'pg';

/**
 * How far a processor has come, and which streams it has given up on: what a projector keeps beside its rows, and all that
 * a processor without rows of its own keeps.
 */
export class ProcessorState {
  constructor(
    private readonly pool: Pool,
    private readonly name: string,
  ) {}

  async checkpoint(): Promise<bigint> {
    const { rows } = await this.pool.query<{ position: string }>(
      'SELECT position FROM checkpoints WHERE read_model = $1',
      [this.name],
    );
    return rows[0] ? BigInt(rows[0].position) : -1n;
  }

  /** Throws when the checkpoint is no longer where this process believes it to be, i.e. when another one has taken over. */
  async move(from: bigint, to: bigint): Promise<void> {
    await this.pool.query({
      name: 'move checkpoint',
      text: 'SELECT move_checkpoint($1, $2::bigint, $3::bigint)',
      values: [this.name, from.toString(), to.toString()],
    });
  }

  /** The streams it has given up on, and the position of the first event of each that was not handled. */
  async parked(): Promise<Map<string, bigint>> {
    const { rows } = await this.pool.query<{ stream: string; position: string }>(
      'SELECT stream, position FROM parked_streams WHERE read_model = $1 ORDER BY position',
      [this.name],
    );
    return new Map(rows.map(({ stream, position }) => [stream, BigInt(position)]));
  }

  async park(stream: string, position: bigint, cause: string): Promise<void> {
    await this.pool.query(
      `INSERT INTO parked_streams (read_model, stream, position, cause, parked_at) VALUES ($1, $2, $3, $4, now())
       ON CONFLICT (read_model, stream) DO NOTHING`,
      [this.name, stream, position.toString(), cause],
    );
  }

  /** The stream is handled again. */
  async release(stream: string): Promise<void> {
    await this.pool.query('DELETE FROM parked_streams WHERE read_model = $1 AND stream = $2', [this.name, stream]);
  }
}
