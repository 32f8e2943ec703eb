import type { FoldTarget, Rows, Step } from '@platform/processing';
import type { ClientBase, Pool } from 'pg';
import {
  MOVE_VALUES,
  STEP_VALUES,
  moveValues,
  movesOnly,
  movingStep,
  stepValues,
  writingStep,
} from './processor-state';

type Row = Record<string, unknown>;

interface Statements {
  /** Writes rows, whether they are there or not, removals and a step. */
  readonly write: string;
  /** Adds rows that are not there, and moves the checkpoint. */
  readonly add: string;
}

/**
 * The table of a read model: loads rows by id, and writes rows, removals and the step as one statement, so that a batch
 * of events costs two round trips and one commit. Column names come from the catalog: the migration is the schema.
 * A statement that must be ready for a row that is there costs up to 10 µs more for each row that is not.
 */
export class ReadModelTable<R extends object> implements FoldTarget<R> {
  readonly neverAhead = true;
  private statements: Statements | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly name: string,
  ) {}

  load(ids: readonly string[]): Promise<Map<string, R>> {
    return loadRows(this.pool, this.name, ids);
  }

  async write(rows: Rows<R>, step: Step, areNew: boolean): Promise<void> {
    const statements = (this.statements ??= await this.statementsOf());
    const [written, removed] = writtenRows(rows);
    const run = (kind: keyof Statements, ...values: readonly unknown[]) =>
      this.pool.query({ name: `${kind} ${this.name}`, text: statements[kind], values: [...values] });
    if (areNew && removed.length === 0 && movesOnly(step)) {
      try {
        await run('add', ...moveValues(this.name, step), written);
        return;
      } catch (error) {
        if (!isThere(error)) throw error;
      }
    }
    await run('write', ...stepValues(this.name, step), written, removed);
  }

  private async statementsOf(): Promise<Statements> {
    const columns = await columnsOf(this.pool, this.name);
    return {
      write: writingStep([writing(this.name, columns, STEP_VALUES + 1)]),
      add: movingStep([`added AS (${inserting(this.name, columns, MOVE_VALUES + 1)})`]),
    };
  }

  refuses = refusesRow;
}

/** Whether a type or a constraint refuses the data (SQLSTATE classes 22 and 23), unlike a connection fault. */
export const refusesRow = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^2[23]/.test(error.code);

/** Whether a row is there already, or another one has what must be unique. */
const isThere = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '23505';

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

const inserting = (name: string, columns: readonly string[], value: number): string => `
    INSERT INTO ${name} (${columns.join(', ')})
    SELECT ${columns.join(', ')} FROM json_populate_recordset(NULL::${name}, $${value}::json)`;

/** CTEs that write rows (JSON) and remove others (ids). @param first the number of the first of their two values */
export const writing = (name: string, columns: readonly string[], first = 1): string => `
  written AS (${inserting(name, columns, first)}
    ON CONFLICT (id) DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}
  ), removed AS (
    DELETE FROM ${name} WHERE id = ANY($${first + 1}::text[])
  )`;

/** The values of {@link writing}. */
export const writtenRows = <R extends object>(rows: Rows<R>): [string, string[]] => [
  JSON.stringify([...rows.values()].filter((row) => row !== null)),
  [...rows].filter(([, row]) => row === null).map(([id]) => id),
];
