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
 * month. Clicks that are already there stay, so a copy can be repeated after it was interrupted, and while clicks are
 * added: of a portion of which the other store has the first clicks, only the later ones are copied. A portion that is
 * otherwise different there is left as it is.
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
    const there = known.get(keyOf(portion));
    if (!there || (await isStartOf(there, portion, from, columns)))
      await copyPortion(from, to, columns, portion, there);
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

const digestOf = (columns: readonly string[]): string =>
  `hex(sum(sipHash64(formatRowNoNewline('TSV', ${columns.join(', ')}))))`;

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
      ${digestOf(columns)} AS digest
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

const IN_PORTION = 'toYYYYMM(time) = {month:UInt32} AND source = {source:String}';

/** Whether a portion goes on after the rows that the other store has, which are then its first ones. */
const isStartOf = async (
  there: Portion,
  { month, source, last }: Portion,
  from: AnalyticsClient,
  columns: readonly string[],
): Promise<boolean> => {
  if (there.last >= last) return false;
  const sql = `SELECT ${digestOf(columns)} AS digest FROM clicks WHERE ${IN_PORTION} AND seq <= {last:UInt64}`;
  const [start] = await from.rows<{ digest: string }>(sql, { month, source, last: there.last });
  return start?.digest === there.digest;
};

/**
 * The token of an insert is the number after the last row that the other store has. So an insert of an earlier run that
 * arrives late and this one exclude each other, also where the portion has grown in between and their rows differ.
 */
const copyPortion = async (
  from: AnalyticsClient,
  to: AnalyticsClient,
  columns: readonly string[],
  { month, source, first, last }: Portion,
  there: Portion | undefined,
): Promise<void> => {
  let after = there?.last ?? first - 1;
  let isFirst = true;
  for (let start = after + 1; start <= last;) {
    const rows = await from.rows<Record<string, unknown>>(
      `
      SELECT ${columns.join(', ')} FROM clicks
      WHERE ${IN_PORTION} AND seq >= {start:UInt64} AND seq < {end:UInt64} ORDER BY seq`,
      { month, source, start, end: Math.min(start + STRIDE, last + 1) },
    );
    start += STRIDE;
    if (rows.length === 0) continue;
    const token = `copy-${month}-${source}-${after + 1}`;
    await to.insert(
      `clicks (${columns.join(', ')}) SETTINGS insert_deduplication_token = ` +
        `'${token.replaceAll(/[^\w.:+-]/g, '_')}', async_insert = 0`,
      rows.map((row) => columns.map((column) => row[column])),
    );
    const sent = Number(rows.at(-1)?.['seq']);
    after = isFirst ? await lastAfter(after, sent, to, { month, source }) : sent;
    start = after + 1;
    isFirst = false;
  }
};

/** The last row that the other store has after the first insert of a run: an insert that came late may have fewer. */
const lastAfter = async (
  after: number,
  sent: number,
  to: AnalyticsClient,
  portion: Pick<Portion, 'month' | 'source'>,
): Promise<number> => {
  const [found] = await to.rows<{ last: string }>(`SELECT max(seq) AS last FROM clicks WHERE ${IN_PORTION}`, {
    ...portion,
  });
  const last = Number(found?.last ?? 0);
  return last > after ? Math.min(last, sent) : sent;
};
