import type { AnalyticsClient } from '../analytics-client';
import { abandonRewrites, type MutationProgress, rewriteClicks } from './mutations';

/** Columns of `clicks` that are a function of other columns. */
export interface Derivation {
  /** Letters; names the lookup table. */
  readonly name: string;
  /** Columns that the outputs are derived from, all texts. */
  readonly inputs: readonly string[];
  /** Columns that are derived, with their types. */
  readonly outputs: Readonly<Record<string, 'String' | 'Bool'>>;
  /** The values of `outputs`, in their order, for values of `inputs`, in theirs. */
  readonly derive: (...inputs: string[]) => readonly (string | boolean)[];
  /** SQL: a condition for the rows to rewrite. */
  readonly stale: string;
  /** SQL: further columns that are set with them; `{column}` stands for the new value of an output. */
  readonly also?: readonly string[];
}

export interface Rederived {
  /** Distinct inputs that were looked at. */
  readonly values: number;
}

export interface RederiveOptions {
  readonly onProgress?: MutationProgress;
  /** Distinct inputs fetched at once, and (`most`) per rewrite of the table: both bound what is held in memory. */
  readonly page?: number;
  readonly most?: number;
}

const SOURCES = 'reclassify_sources';
const INSERT_ROWS = 5_000;

/**
 * Records which clicks are there now. {@link rederive} rewrites only these, and not clicks that are loaded meanwhile
 * by any rules. First kills the rewrites that an interrupted run has left to the engine.
 */
export async function snapshotClicks(client: AnalyticsClient): Promise<void> {
  await abandonRewrites(client);
  await client.command(
    `CREATE OR REPLACE TABLE ${SOURCES} (source String, seq UInt64) ENGINE = Join(ANY, LEFT, source)`,
  );
  await client.command(`INSERT INTO ${SOURCES} SELECT source, max(seq) FROM clicks GROUP BY source`);
}

/**
 * Derives columns of old clicks anew. The engine returns the distinct inputs, this process derives the outputs, and
 * the engine rewrites its rows by a lookup table. Memory is bounded for any number of distinct inputs. Can be repeated
 * after a crash at any step.
 */
export async function rederive(
  client: AnalyticsClient,
  derivation: Derivation,
  options: RederiveOptions = {},
): Promise<Rederived> {
  const { page = 20_000, most = 500_000, onProgress } = options;
  const database = await databaseOf(client);
  const rows = `(${derivation.stale}) AND seq <= joinGet('${database}.${SOURCES}', 'seq', source)`;
  const key = `sipHash64(${derivation.inputs.join(', ')})`;
  const [counted] = await client.rows<{ distinct: string }>(
    `SELECT uniq(${key}) AS distinct FROM clicks WHERE ${rows}`,
  );
  const pages = Math.ceil(Number(counted?.distinct ?? 0) / page);
  const pagesAtOnce = Math.max(1, Math.floor(most / page));
  let values = 0;
  for (let first = 0; first < pages; first += pagesAtOnce) {
    const lookup = await makeLookup(client, derivation);
    for (let at = first; at < Math.min(pages, first + pagesAtOnce); at += 1) {
      const where = `${rows} AND ${key} % ${pages} = ${at}`;
      values += await fillLookup(
        client,
        derivation,
        lookup,
        `SELECT ${key} AS key, ${anyOf(derivation.inputs)} FROM clicks WHERE ${where} GROUP BY key`,
      );
    }
    const get = (column: string) => `joinGet('${database}.${lookup}', '${column}', ${key})`;
    const also = (derivation.also ?? []).map((assignment) =>
      assignment.replace(/\{(\w+)\}/g, (_, column: string) => get(column)),
    );
    const assignments = [...Object.keys(derivation.outputs).map((column) => `${column} = ${get(column)}`), ...also];
    await rewriteClicks(client, { assignments, where: `${rows} AND ${get('known')} = 1` }, onProgress);
    await client.command(`DROP TABLE ${lookup} SYNC`);
  }
  return { values };
}

/** Sets on the clicks of the snapshot by which rules they were described. `where` is SQL. */
export async function stampClicks(
  client: AnalyticsClient,
  { enrichment, where }: { readonly enrichment: number; readonly where: string },
): Promise<void> {
  const rows = `(${where}) AND seq <= joinGet('${await databaseOf(client)}.${SOURCES}', 'seq', source)`;
  await rewriteClicks(client, { assignments: [`enrichment = ${enrichment}`], where: rows });
}

/** A key is a hash of the inputs, so the inputs need not be sent back, whatever bytes they contain. */
const makeLookup = async (client: AnalyticsClient, { name, outputs }: Derivation): Promise<string> => {
  const table = `reclassify_${name}`;
  const columns = Object.entries(outputs).map(([column, type]) => `${column} ${type}`);
  await client.command(
    `CREATE OR REPLACE TABLE ${table} (key UInt64, known UInt8, ${columns.join(', ')}) ENGINE = Join(ANY, LEFT, key)`,
  );
  return table;
};

const fillLookup = async (
  client: AnalyticsClient,
  { inputs, outputs, derive }: Derivation,
  table: string,
  select: string,
): Promise<number> => {
  const found = await client.rows<Readonly<Record<string, string>>>(
    `${select} SETTINGS max_bytes_before_external_group_by = 300000000`,
  );
  for (let first = 0; first < found.length; first += INSERT_ROWS) {
    const rows = found
      .slice(first, first + INSERT_ROWS)
      .map((row) => [row['key'], 1, ...derive(...inputs.map((_, index) => row[`input_${index}`] ?? ''))]);
    await client.insert(`${table} (key, known, ${Object.keys(outputs).join(', ')}) SETTINGS async_insert = 0`, rows);
  }
  return found.length;
};

const anyOf = (inputs: readonly string[]): string =>
  inputs.map((column, index) => `any(${column}) AS input_${index}`).join(', ');

/** A rewrite must name its lookup table in full: the engine knows no default database there. */
const databaseOf = async (client: AnalyticsClient): Promise<string> => {
  const [row] = await client.rows<{ database: string }>('SELECT currentDatabase() AS database');
  return row?.database ?? 'default';
};
