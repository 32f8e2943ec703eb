import type { AnalyticsClient } from './analytics-client';

/** The clicks of one journal in one month, the unit of copying and comparing. */
interface Portion {
  /** `YYYYMM`. */
  readonly month: string;
  readonly source: string;
  readonly rows: number;
  readonly first: number;
  readonly last: number;
  /** Of every column of every row, in any order of rows. */
  readonly digest: string;
}

export interface CopiedClicks {
  readonly rows: number;
  /** Portions that differ between the stores, as `<month> <source>`. */
  readonly differing: readonly string[];
}

/** Record numbers that one insert covers, of one journal in one month. */
const STRIDE = 20_000;

/**
 * Copies every click to another store that has the same tables, and compares both, journal by journal and month by
 * month. Clicks that are already there stay, so an interrupted copy can be repeated: each insert has a deduplication
 * token, and equal portions are skipped.
 */
export async function copyClicks(
  from: AnalyticsClient,
  to: AnalyticsClient,
  onProgress: (done: bigint, all: bigint) => void,
): Promise<CopiedClicks> {
  const columns = await columnsOf(from);
  const [wanted, known] = [await portionsOf(from, columns), keyed(await portionsOf(to, columns))];
  const all = wanted.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  for (const portion of wanted) {
    if (known.get(keyOf(portion))?.digest !== portion.digest) await copyPortion(from, to, columns, portion);
    done += portion.rows;
    onProgress(BigInt(done), BigInt(all));
  }
  const copied = keyed(await portionsOf(to, columns));
  const differing = wanted.filter((portion) => copied.get(keyOf(portion))?.digest !== portion.digest).map(keyOf);
  return { rows: all, differing };
}

const keyOf = ({ month, source }: Portion): string => `${month} ${source}`;
const keyed = (portions: readonly Portion[]): ReadonlyMap<string, Portion> =>
  new Map(portions.map((portion) => [keyOf(portion), portion]));

/** The columns that are stored and not computed. */
const columnsOf = async (client: AnalyticsClient): Promise<readonly string[]> => {
  const sql =
    "SELECT name FROM system.columns WHERE database = currentDatabase() AND table = 'clicks' AND default_kind = '' " +
    'ORDER BY position';
  return (await client.rows<{ name: string }>(sql)).map(({ name }) => name);
};

const portionsOf = async (client: AnalyticsClient, columns: readonly string[]): Promise<Portion[]> => {
  const rows = await client.rows<{
    month: number;
    source: string;
    n: string;
    first: string;
    last: string;
    digest: string;
  }>(`
    SELECT toYYYYMM(time) AS month, source, count() AS n, min(seq) AS first, max(seq) AS last,
      hex(sum(sipHash64(formatRowNoNewline('TSV', ${columns.join(', ')})))) AS digest
    FROM clicks GROUP BY month, source ORDER BY month, source`);
  return rows.map(({ month, source, n, first, last, digest }) => ({
    month: String(month),
    source,
    rows: Number(n),
    first: Number(first),
    last: Number(last),
    digest,
  }));
};

const copyPortion = async (
  from: AnalyticsClient,
  to: AnalyticsClient,
  columns: readonly string[],
  { month, source, first, last }: Portion,
): Promise<void> => {
  for (let start = first; start <= last; start += STRIDE) {
    const rows = await from.rows<Record<string, unknown>>(
      `
      SELECT ${columns.join(', ')} FROM clicks
      WHERE toYYYYMM(time) = {month:UInt32} AND source = {source:String} AND seq >= {start:UInt64}
        AND seq < {end:UInt64} ORDER BY seq`,
      { month, source, start, end: start + STRIDE },
    );
    if (rows.length === 0) continue;
    const token = `copy-${month}-${source}-${start}`;
    await to.insert(
      `clicks (${columns.join(', ')}) SETTINGS insert_deduplication_token = ` +
        `'${token.replaceAll(/[^\w.:+-]/g, '_')}', async_insert = 0`,
      rows.map((row) => columns.map((column) => row[column])),
    );
  }
};
