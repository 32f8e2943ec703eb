import type { AnalyticsClient } from './analytics-client';

const LAST = `
  SELECT source, max(seq) AS last FROM clicks
  WHERE source IN {sources:Array(String)} AND time >= fromUnixTimestamp64Milli({since:Int64}) GROUP BY source`;

export interface LastClicks {
  readonly sources: readonly string[];
  /** Clicks before this time do not matter, in milliseconds since 1970: months before it are not read. */
  readonly since: number;
}

/** The highest click number that ClickHouse has of each source; a source without a click is missing. */
export const lastClicks = async (
  client: Pick<AnalyticsClient, 'rows'>,
  { sources, since }: LastClicks,
): Promise<ReadonlyMap<string, number>> => {
  if (sources.length === 0) return new Map();
  const rows = await client.rows<{ source: string; last: string }>(LAST, {
    sources,
    since: String(Math.max(0, Math.floor(since))),
  });
  return new Map(rows.map(({ source, last }) => [source, Number(last)]));
};
