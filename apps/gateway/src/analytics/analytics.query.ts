import type { AnalyticsClient } from '@platform/analytics-store';
import { type ClicksInQuestion, clicksInQuestion, COUNTED, IN_WINDOW, type Question } from './clicks-in-question';
import type { Dimension } from './dimensions';
import { ALWAYS_GROUPED, type Groups, queryGroups } from './groups';

export interface AnalyticsRequest extends Question {
  /** Besides those of every answer. */
  readonly groupBy?: readonly Dimension[];
  /** Entries per group and of the ranking, 10 by default. */
  readonly limit?: number;
  /** How many links were created in the window and in the one before; Postgres knows. */
  readonly linksCreated: { readonly current: number; readonly previous: number };
  /** Up to when clicks are surely contained, RFC 3339. */
  readonly asOf: string;
}

export interface Totals {
  readonly clicks: number;
  readonly unique_clicks: number;
  readonly bot_clicks: number;
  readonly qr_scans: number;
  readonly links_created: number;
  readonly active_links: number;
}

export interface Point {
  readonly start: string;
  readonly clicks: number;
  readonly unique_clicks: number;
}

export interface Analytics {
  readonly range: string;
  readonly start: string;
  readonly end: string;
  readonly timezone: string;
  readonly interval: string;
  readonly totals: Totals;
  readonly previous: Totals;
  readonly timeseries: readonly Point[];
  /** Of the link group, which is in `groups` only if it was asked for. */
  readonly top_links: readonly { readonly link_id: string; readonly clicks: number }[];
  readonly groups: Groups;
  readonly as_of: string;
}

type Measures = Omit<Totals, 'links_created'>;
/** 64-bit integers arrive as text. */
type MeasuresRow = { readonly [measure in keyof Measures]: string };

/** One row for the window, one for the window before. */
const totalsSql = ({ compared }: ClicksInQuestion) => `
  SELECT
    ${IN_WINDOW} AS current,
    countIf(${COUNTED}) AS clicks,
    uniqExactIf(visit, ${COUNTED}) AS unique_clicks,
    countIf(is_bot) AS bot_clicks,
    countIf(${COUNTED} AND trigger = 'qr') AS qr_scans,
    uniqExactIf(link_id, ${COUNTED}) AS active_links
  ${compared}
  GROUP BY current`;

const timeseriesSql = ({ within }: ClicksInQuestion) => `
  SELECT
    roundDown(toUnixTimestamp64Milli(time), {points:Array(Int64)}) AS point,
    count() AS clicks,
    uniqExact(visit) AS unique_clicks
  ${within} AND ${COUNTED}
  GROUP BY point`;

/** The numbers of a workspace, or of what the scope names. Three statements at once, one round trip each; throws StoreUnavailable. */
export async function queryAnalytics(request: AnalyticsRequest): Promise<Analytics> {
  const { client, window, linksCreated, groupBy = [], limit = 10 } = request;
  const clicks = clicksInQuestion(request);
  const [totals, timeseries, groups] = await Promise.all([
    client.rows<MeasuresRow & { readonly current: number }>(totalsSql(clicks), clicks.params),
    queryTimeseries(client, clicks, window.points),
    queryGroups(client, clicks, [...new Set<Dimension>([...ALWAYS_GROUPED, 'link', ...groupBy])], limit),
  ]);
  return {
    range: window.range,
    start: instant(window.start),
    end: instant(window.end),
    timezone: window.timezone,
    interval: window.interval,
    totals: totalsOf(totals.find((row) => row.current === 1), linksCreated.current),
    previous: totalsOf(totals.find((row) => row.current === 0), linksCreated.previous),
    timeseries,
    top_links: (groups.link ?? []).map(({ key, clicks: count }) => ({ link_id: key ?? '', clicks: count })),
    groups: Object.fromEntries(Object.entries(groups).filter(([dimension]) => dimension !== 'link' || groupBy.includes('link'))),
    as_of: request.asOf,
  };
}

interface PointRow {
  readonly point: string;
  readonly clicks: string;
  readonly unique_clicks: string;
}

/** A point without clicks is a point with zero clicks. */
const queryTimeseries = async (client: AnalyticsClient, clicks: ClicksInQuestion, points: readonly number[]): Promise<readonly Point[]> => {
  const rows = await client.rows<PointRow>(timeseriesSql(clicks), { ...clicks.params, points });
  const known = new Map(rows.map((row) => [Number(row.point), row]));
  return points.map((point) => ({
    start: instant(point),
    clicks: Number(known.get(point)?.clicks ?? 0),
    unique_clicks: Number(known.get(point)?.unique_clicks ?? 0),
  }));
};

const totalsOf = (row: MeasuresRow | undefined, linksCreated: number): Totals => ({
  clicks: Number(row?.clicks ?? 0),
  unique_clicks: Number(row?.unique_clicks ?? 0),
  bot_clicks: Number(row?.bot_clicks ?? 0),
  qr_scans: Number(row?.qr_scans ?? 0),
  links_created: linksCreated,
  active_links: Number(row?.active_links ?? 0),
});

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();
