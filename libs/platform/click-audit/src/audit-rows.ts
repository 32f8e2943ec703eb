import type { AnalyticsClient } from '@platform/analytics-store';
import type { Block } from '@platform/click-log';

/** Consecutive records of one source, as the journal holds them. */
export interface SourceRange {
  readonly source: string;
  readonly first: number;
  readonly last: number;
  /** Without those that were set aside. */
  readonly records: number;
  /** About when they were written, in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
}

export interface SourceRows {
  readonly source: string;
  readonly rows: number;
  readonly distinct: number;
}

export interface Differing {
  readonly range: SourceRange;
  readonly missing: number;
  readonly doubled: number;
}

/** When the click of a record happened, in milliseconds since 1970; undefined for a record that cannot be loaded. */
export type TimeOf = (record: string) => number | undefined;

export interface Widen {
  /** Records of the block that were set aside. */
  readonly aside: number;
  readonly timeOf: TimeOf;
}

/** The range extended by a block. */
export const widened = (range: SourceRange | undefined, block: Block, { aside, timeOf }: Widen): SourceRange => {
  const ends = [block.records[0], block.records.at(-1)];
  const times = ends.flatMap((record) => (record && timeOf(record.payload.toString())) ?? []);
  return {
    source: block.source,
    first: range?.first ?? ends[0]?.seq ?? 0,
    last: ends[1]?.seq ?? range?.last ?? 0,
    records: (range?.records ?? 0) + block.records.length - aside,
    from: Math.min(range?.from ?? Infinity, ...times),
    to: Math.max(range?.to ?? 0, ...times),
  };
};

/** Records inside a block may be this far outside its first and last time, by the block's age or a clock change. */
const MARGIN_MS = 60_000;

/** Counts ClickHouse's rows of each range. With `byTime` it reads only the parts of these minutes, instead of all. */
export const auditRowsOf = async (
  client: Pick<AnalyticsClient, 'rows'>,
  ranges: readonly SourceRange[],
  { byTime }: { readonly byTime: boolean },
): Promise<SourceRows[]> => {
  if (ranges.length === 0) return [];
  const [from, to] = [
    Math.min(...ranges.map((range) => range.from)) - MARGIN_MS,
    Math.max(...ranges.map((range) => range.to)) + MARGIN_MS,
  ];
  // Infinite where no record at the end of a block could be decoded.
  const bounded = byTime && from < to && Number.isFinite(from);
  const within = 'AND time BETWEEN fromUnixTimestamp64Milli({from:Int64}) AND fromUnixTimestamp64Milli({to:Int64})';
  const sql = `
    WITH indexOf({sources:Array(String)}, source) AS at
    SELECT source, count() AS rows, uniqExact(seq) AS distinct FROM clicks
    WHERE source IN {sources:Array(String)} AND seq BETWEEN ({firsts:Array(UInt64)})[at] AND ({lasts:Array(UInt64)})[at]
      ${bounded ? within : ''}
    GROUP BY source`;
  const rows = await client.rows<{ source: string; rows: string; distinct: string }>(sql, {
    sources: ranges.map(({ source }) => source),
    firsts: ranges.map(({ first }) => first),
    lasts: ranges.map(({ last }) => last),
    ...(bounded && { from, to }),
  });
  return rows.map((row) => ({ source: row.source, rows: Number(row.rows), distinct: Number(row.distinct) }));
};

/** The ranges for which ClickHouse does not have exactly one row per record. */
export const differing = (ranges: readonly SourceRange[], found: readonly SourceRows[]): Differing[] =>
  ranges.flatMap((range) => {
    const { rows, distinct } = found.find(({ source }) => source === range.source) ?? { rows: 0, distinct: 0 };
    const [missing, doubled] = [Math.max(0, range.records - distinct), rows - Math.min(distinct, range.records)];
    return missing === 0 && doubled === 0 ? [] : [{ range, missing, doubled }];
  });
