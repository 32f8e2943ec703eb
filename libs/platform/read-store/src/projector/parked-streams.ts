import { StoreUnavailable } from '@kernel';
import type { Pool } from 'pg';

/** Streams that a read model has given up on until an operator replays them: its checkpoint does not cover them. */
export class ParkedStreams {
  constructor(private readonly pool: Pool) {}

  /** @throws StoreUnavailable when Postgres cannot answer */
  async includes(stream: string, readModels: readonly string[]): Promise<boolean> {
    const asked = this.pool.query(
      'SELECT FROM parked_streams WHERE stream = $1 AND read_model = ANY($2::text[]) LIMIT 1',
      [stream, readModels],
    );
    const { rowCount } = await asked.catch((cause: unknown) => {
      throw new StoreUnavailable('Postgres does not answer', { cause });
    });
    return rowCount !== 0;
  }
}
