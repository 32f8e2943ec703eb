import type { AnalyticsReader } from '@platform/analytics-store';
import { type ClicksInQuestion, COUNTED, EVERY, IN_WINDOW } from './clicks-in-question';
import type { Condition } from './filters';
import type { Cover, RollupSums } from './rollup';

/** Metrics of a window. `active_links` are those with a click that counts. */
export interface Measures {
  readonly clicks: number;
  readonly unique_clicks: number;
  readonly bot_clicks: number;
  readonly qr_scans: number;
  readonly active_links: number;
}

export interface Point {
  readonly start: string;
  readonly clicks: number;
  readonly unique_clicks: number;
}

export interface ComparedMeasures {
  readonly current: Measures;
  /** Of the window before. */
  readonly previous: Measures;
  /** A point without clicks is a point with zero clicks. */
  readonly timeseries: readonly Point[];
}

/** 64-bit integers arrive as text. */
type Texts<T> = { readonly [name in keyof T]: string };

interface MeasuresRow extends Texts<Measures> {
  readonly current: 0 | 1;
  /** Start, clicks and visits of each point. */
  readonly points: readonly (readonly [string, string, string])[];
}

/**
 * Returns one row for the window and one for the window before. It counts visits by point and then joins the points'
 * sets, which costs two thirds of counting the same clicks twice.
 */
const measuresSql = ({ compared }: ClicksInQuestion, inTotals: Condition, inPoints: Condition) => `
  SELECT
    current,
    sumIf(point_clicks, in_totals) AS clicks,
    uniqExactIfMergeIf(point_visits, in_totals) AS unique_clicks,
    sumIf(point_bots, in_totals) AS bot_clicks,
    sumIf(point_scans, in_totals) AS qr_scans,
    uniqExactIfMergeIf(point_links, in_totals) AS active_links,
    groupArrayIf((point, point_clicks, finalizeAggregation(point_visits)), in_points) AS points
  FROM (
    SELECT
      ${IN_WINDOW} AS current, ${inTotals.sql} AS in_totals, current AND ${inPoints.sql} AS in_points,
      if(in_points, roundDown(toUnixTimestamp64Milli(time), {points:Array(Int64)}), 0) AS point,
      countIf(${COUNTED}) AS point_clicks,
      uniqExactIfState(visit, ${COUNTED}) AS point_visits,
      countIf(is_bot) AS point_bots,
      countIf(${COUNTED} AND trigger = 'qr') AS point_scans,
      uniqExactIfState(cityHash64(link_id), ${COUNTED}) AS point_links
    ${compared} AND (${inTotals.sql} OR ${inPoints.sql})
    GROUP BY current, in_totals, in_points, point
  )
  GROUP BY current`;

/** Totals of both windows and the time series. With a cover, `active_links` counts only the clicks that it leaves. */
export const queryMeasures = async (
  client: AnalyticsReader,
  clicks: ClicksInQuestion,
  points: readonly number[],
  cover?: Cover,
): Promise<ComparedMeasures> => {
  const [inTotals, inPoints] = [cover?.left ?? EVERY, cover?.leftOfPoints ?? EVERY];
  const rows = await client.rows<MeasuresRow>(measuresSql(clicks, inTotals, inPoints), {
    ...clicks.params,
    ...inTotals.params,
    ...inPoints.params,
    points,
  });
  const read = figuresByPoint(rows);
  return {
    current: joined(
      rows.find(({ current }) => current === 1),
      cover?.current,
    ),
    previous: joined(
      rows.find(({ current }) => current === 0),
      cover?.previous,
    ),
    timeseries: points.map((point) => {
      const [own, finished] = [read.get(point), cover?.points.get(point)];
      return {
        start: new Date(point).toISOString(),
        clicks: (own?.clicks ?? 0) + (finished?.clicks ?? 0),
        unique_clicks: (own?.visits ?? 0) + (finished?.visits ?? 0),
      };
    }),
  };
};

/**
 * A point may have two rows: of days that count in the totals and of other days. A visit belongs to one day, so the sum
 * is exact.
 */
const figuresByPoint = (rows: readonly MeasuresRow[]): ReadonlyMap<number, Pick<RollupSums, 'clicks' | 'visits'>> => {
  const read = new Map<number, Pick<RollupSums, 'clicks' | 'visits'>>();
  for (const [start, clicks, visits] of rows.flatMap(({ points }) => points)) {
    const known = read.get(Number(start)) ?? { clicks: 0, visits: 0 };
    read.set(Number(start), { clicks: known.clicks + Number(clicks), visits: known.visits + Number(visits) });
  }
  return read;
};

const joined = (row: MeasuresRow | undefined, finished: RollupSums | undefined): Measures => ({
  clicks: Number(row?.clicks ?? 0) + (finished?.clicks ?? 0),
  unique_clicks: Number(row?.unique_clicks ?? 0) + (finished?.visits ?? 0),
  bot_clicks: Number(row?.bot_clicks ?? 0) + (finished?.bots ?? 0),
  qr_scans: Number(row?.qr_scans ?? 0) + (finished?.qr_scans ?? 0),
  active_links: Number(row?.active_links ?? 0),
});
