import type { ClientBase } from 'pg';

/** `missing`: the live table lacks the row; `extra`: only the live table has it. */
export type DifferenceKind = 'missing' | 'extra' | 'differing';

export interface Difference {
  readonly id: string;
  readonly kind: DifferenceKind;
  /** Names of the columns that differ; never their values. */
  readonly fields: readonly string[];
  /** The values of the columns that were asked for, as the live row has them, else the folded one. */
  readonly shown?: Readonly<Record<string, unknown>>;
}

export interface ShadowComparison {
  /** Rows of the shadow. */
  readonly rows: number;
  readonly counts: Readonly<Record<DifferenceKind, number>>;
  /** The first few. */
  readonly examples: readonly Difference[];
}

const EXAMPLES = 20;

export interface CompareOptions {
  /** Only these rows. */
  readonly ids?: readonly string[];
  /** How many differences are listed one by one. */
  readonly examples?: number;
  /** Columns whose values are shown with each difference. */
  readonly show?: readonly string[];
}

/** Compares row by row, and writes ids and kinds to the temporary table `differences`. */
export const compare = async (
  client: ClientBase,
  live: string,
  shadow: string,
  { ids, examples = EXAMPLES, show }: CompareOptions = {},
): Promise<ShadowComparison> => {
  await client.query(`ANALYZE ${shadow}`);
  await client.query('DROP TABLE IF EXISTS pg_temp.differences');
  await client.query(
    `CREATE TEMPORARY TABLE differences AS
     SELECT coalesce(l.id, s.id) AS id,
       CASE WHEN l.id IS NULL THEN 'missing' WHEN s.id IS NULL THEN 'extra' ELSE 'differing' END AS kind
     FROM ${live} l FULL JOIN ${shadow} s ON l.id = s.id
     WHERE ROW(l.*) IS DISTINCT FROM ROW(s.*)`,
  );
  if (ids) await client.query('DELETE FROM differences WHERE NOT id = ANY($1::text[])', [ids]);
  const counted = await client.query<{ kind: DifferenceKind; count: number }>(
    'SELECT kind, count(*)::int AS count FROM differences GROUP BY kind',
  );
  const rows = await client.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${shadow}`);
  const listed = await client.query<Difference>(
    `SELECT d.id, d.kind, ARRAY(
       SELECT a.key FROM jsonb_each(to_jsonb(l)) a JOIN jsonb_each(to_jsonb(s)) b ON a.key = b.key
       WHERE d.kind = 'differing' AND a.value IS DISTINCT FROM b.value ORDER BY a.key
     ) AS fields${show ? SHOWN : ''}
     FROM differences d LEFT JOIN ${live} l ON l.id = d.id LEFT JOIN ${shadow} s ON s.id = d.id ORDER BY d.id
       LIMIT $1`,
    [examples, ...(show ? [show] : [])],
  );
  const found = Object.fromEntries(counted.rows.map(({ kind, count }) => [kind, count]));
  return {
    rows: rows.rows[0]?.count ?? 0,
    counts: { missing: 0, extra: 0, differing: 0, ...found },
    examples: listed.rows,
  };
};

const SHOWN = `, (
  SELECT jsonb_object_agg(a.key, a.value) FROM jsonb_each(coalesce(to_jsonb(l), to_jsonb(s))) a WHERE a.key = ANY($2)
) AS shown`;

/** Makes the live table equal to the shadow. It deletes before it inserts, so that no unique values collide. */
export const takeOver = async (
  client: ClientBase,
  live: string,
  shadow: string,
  columns: readonly string[],
): Promise<void> => {
  await client.query(`DELETE FROM ${live} l USING differences d WHERE l.id = d.id`);
  const list = columns.join(', ');
  await client.query(
    `INSERT INTO ${live} (${list}) SELECT ${columns.map((column) => `s.${column}`).join(', ')} FROM ${shadow} s ` +
      `JOIN differences d ON d.id = s.id`,
  );
};
