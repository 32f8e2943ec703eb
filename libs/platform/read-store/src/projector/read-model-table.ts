import type { FoldTarget, Rows, Step } from '@platform/processing';
import type { ClientBase, Pool } from 'pg';
import { STEP_VALUES, stepValues, writingStep } from './processor-state';

type Row = Record<string, unknown>;

/**
 * The table of a read model: loads rows by id, and writes rows, removals and the step as one statement, so that a batch
 * of events costs two round trips and one commit. Column names come from the catalog: the migration is the schema.
 */
export class ReadModelTable<R extends object> implements FoldTarget<R> {
  readonly neverAhead = true;
  private statement: string | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly name: string,
  ) {}

  load(ids: readonly string[]): Promise<Map<string, R>> {
    return loadRows(this.pool, this.name, ids);
  }

  async write(rows: Rows<R>, step: Step): Promise<void> {
    this.statement ??= writingStep([writing(this.name, await columnsOf(this.pool, this.name), STEP_VALUES + 1)]);
    await this.pool.query({
      name: `write ${this.name}`,
      text: this.statement,
      values: [...stepValues(this.name, step), ...writtenRows(rows)],
    });
  }

  refuses = refusesRow;
}

/** Whether a type or a constraint refuses the data (SQLSTATE classes 22 and 23), unlike a connection fault. */
export const refusesRow = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^2[23]/.test(error.code);

/** The columns of a read model's table that can be written. */
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

/** CTEs that write rows (JSON) and remove others (ids). @param first the number of the first of their two values */
export const writing = (name: string, columns: readonly string[], first = 1): string => `
  written AS (
    INSERT INTO ${name} (${columns.join(', ')})
    SELECT ${columns.join(', ')} FROM json_populate_recordset(NULL::${name}, $${first}::json)
    ON CONFLICT (id) DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}
  ), removed AS (
    DELETE FROM ${name} WHERE id = ANY($${first + 1}::text[])
  )`;

/** The values of {@link writing}. */
export const writtenRows = <R extends object>(rows: Rows<R>): [string, string[]] => [
  JSON.stringify([...rows.values()].filter((row) => row !== null)),
  [...rows].filter(([, row]) => row === null).map(([id]) => id),
];
