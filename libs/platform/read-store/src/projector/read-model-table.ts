import type { ClientBase, Pool } from 'pg';
import type { Folded } from './fold-batch';
import { ProcessorState } from './processor-state';

type Row = Record<string, unknown>;

/**
 * The table of a read model: loads rows by id, and writes rows, removals and the checkpoint as one statement, so that a
 * batch of events costs two round trips and one commit. Column names come from the catalog: the migration is the schema.
 */
export class ReadModelTable<R extends object> {
  readonly state: ProcessorState;

  private constructor(
    private readonly pool: Pool,
    private readonly name: string,
    private readonly upsert: string,
  ) {
    this.state = new ProcessorState(pool, name);
  }

  static async open<R extends object>(pool: Pool, name: string): Promise<ReadModelTable<R>> {
    const upsert = `
      WITH ${writing(name, await columnsOf(pool, name))}
      SELECT move_checkpoint($3, $4::bigint, $5::bigint), require_parked($3, $6::text[])`;
    return new ReadModelTable<R>(pool, name, upsert);
  }

  load(ids: readonly string[]): Promise<Map<string, R>> {
    return loadRows(this.pool, this.name, ids);
  }

  /**
   * Writes a batch and moves the checkpoint from one position to another; all or nothing. Throws when the checkpoint is
   * no longer where this process believes it to be, i.e. when another projector has taken over, and when a stream that was
   * skipped is no longer parked, i.e. when an operator has replayed it.
   */
  async write({ rows, skipped }: Folded<R>, from: bigint, to: bigint): Promise<void> {
    await this.pool.query({
      name: `write ${this.name}`,
      text: this.upsert,
      values: [...writtenRows(rows), this.name, from.toString(), to.toString(), [...skipped]],
    });
  }

  park(stream: string, position: bigint, cause: string): Promise<void> {
    return this.state.park(stream, position, cause);
  }
}

/** What can be written of a read model's table. */
export const columnsOf = async (client: Pool | ClientBase, name: string): Promise<readonly string[]> => {
  const { rows } = await client.query<{ column_name: string }>(
    `SELECT column_name FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = $1 AND is_generated = 'NEVER'`,
    [name],
  );
  if (rows.length === 0) throw new Error(`the read model ${name} has no table`);
  return rows.map(({ column_name }) => column_name);
};

export const loadRows = async <R extends object>(
  client: Pool | ClientBase,
  name: string,
  ids: readonly string[],
): Promise<Map<string, R>> => {
  if (ids.length === 0) return new Map();
  const { rows } = await client.query<{ id: string; row: Row }>({
    name: `load ${name}`,
    text: `SELECT id, to_jsonb(t) AS row FROM ${name} t WHERE id = ANY($1::text[])`,
    values: [ids],
  });
  return new Map(rows.map(({ id, row }) => [id, { ...row, revision: String(row.revision) } as R]));
};

/** CTEs that write rows ($1, JSON) and remove others ($2, ids). */
export const writing = (name: string, columns: readonly string[]): string => `
  written AS (
    INSERT INTO ${name} (${columns.join(', ')})
    SELECT ${columns.join(', ')} FROM json_populate_recordset(NULL::${name}, $1::json)
    ON CONFLICT (id) DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}
  ), removed AS (
    DELETE FROM ${name} WHERE id = ANY($2::text[])
  )`;

/** The values of {@link writing}. */
export const writtenRows = <R extends object>(rows: ReadonlyMap<string, R | null>): [string, string[]] => [
  JSON.stringify([...rows.values()].filter((row) => row !== null)),
  [...rows].filter(([, row]) => row === null).map(([id]) => id),
];
