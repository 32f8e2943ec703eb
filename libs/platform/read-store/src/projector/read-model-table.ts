import type { Pool } from 'pg';

type Row = Record<string, unknown>;

/**
 * The table of a read model: loads rows by id, and writes rows, removals and the checkpoint as one statement, so that a
 * batch of events costs two round trips and one commit. Column names come from the catalog: the migration is the schema.
 */
export class ReadModelTable<R extends object> {
  private constructor(
    private readonly pool: Pool,
    private readonly name: string,
    private readonly upsert: string,
  ) {}

  static async open<R extends object>(pool: Pool, name: string): Promise<ReadModelTable<R>> {
    const { rows } = await pool.query<{ column_name: string }>(
      `SELECT column_name FROM information_schema.columns
       WHERE table_schema = current_schema() AND table_name = $1 AND is_generated = 'NEVER'`,
      [name],
    );
    if (rows.length === 0) throw new Error(`the read model ${name} has no table`);
    const columns = rows.map(({ column_name }) => column_name);
    const set = columns.map((column) => `${column} = excluded.${column}`).join(', ');
    const upsert = `
      WITH written AS (
        INSERT INTO ${name} (${columns.join(', ')})
        SELECT ${columns.join(', ')} FROM json_populate_recordset(NULL::${name}, $1::json)
        ON CONFLICT (id) DO UPDATE SET ${set}
      ), removed AS (
        DELETE FROM ${name} WHERE id = ANY($2::text[])
      )
      SELECT move_checkpoint($3, $4::bigint, $5::bigint)`;
    return new ReadModelTable<R>(pool, name, upsert);
  }

  async load(ids: readonly string[]): Promise<Map<string, R>> {
    if (ids.length === 0) return new Map();
    const { rows } = await this.pool.query<{ id: string; row: Row }>({
      name: `load ${this.name}`,
      text: `SELECT id, to_jsonb(t) AS row FROM ${this.name} t WHERE id = ANY($1::text[])`,
      values: [ids],
    });
    return new Map(rows.map(({ id, row }) => [id, { ...row, revision: String(row.revision) } as R]));
  }

  /**
   * Writes a batch and moves the checkpoint from one position to another; all or nothing. Throws when the checkpoint is
   * no longer where this process believes it to be, i.e. when another projector has taken over.
   */
  async write(rows: ReadonlyMap<string, R | null>, from: bigint, to: bigint): Promise<void> {
    const kept = [...rows.values()].filter((row) => row !== null);
    const removed = [...rows].filter(([, row]) => row === null).map(([id]) => id);
    await this.pool.query({
      name: `write ${this.name}`,
      text: this.upsert,
      values: [JSON.stringify(kept), removed, this.name, from.toString(), to.toString()],
    });
  }

  async checkpoint(): Promise<bigint> {
    const { rows } = await this.pool.query<{ position: string }>('SELECT position FROM checkpoints WHERE read_model = $1', [this.name]);
    return rows[0] ? BigInt(rows[0].position) : -1n;
  }

  async parked(): Promise<Set<string>> {
    const { rows } = await this.pool.query<{ stream: string }>('SELECT stream FROM parked_streams WHERE read_model = $1', [this.name]);
    return new Set(rows.map(({ stream }) => stream));
  }

  async park(stream: string, position: bigint, cause: string): Promise<void> {
    await this.pool.query(
      `INSERT INTO parked_streams (read_model, stream, position, cause, parked_at) VALUES ($1, $2, $3, $4, now())
       ON CONFLICT (read_model, stream) DO NOTHING`,
      [this.name, stream, position.toString(), cause],
    );
  }
}
