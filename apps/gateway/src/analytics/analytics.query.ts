import type { AnalyticsClient } from '@platform/analytics-store';
import { type ClicksInQuestion, clicksInQuestion, COUNTED, IN_WINDOW, type Question } from './clicks-in-question';
import type { Dimension } from './dimensions';
import { ALWAYS_GROUPED, type Groups, queryFinishedGroups, queryGroups } from './groups';
import { type Cover, coverOf, type Finished } from './rollup';

export interface AnalyticsRequest extends Question {
  /** Besides those of every answer. */
  readonly groupBy?: readonly Dimension[];
  /** Entries per group and of the ranking, 10 by default. */
  readonly limit?: number;
  /** How many links were created in the window and in the one before; Postgres knows. */
  readonly linksCreated: { readonly current: number; readonly previous: number };
  /** Up to when clicks are surely contained, RFC 3339. */
  readonly asOf: string;
  /** How many clicks finished figures must stand for, to be used; 150,000 unless told otherwise. */
  readonly finishedFrom?: number;
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
type Texts<T> = { readonly [name in keyof T]: string };

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

/** Of links that were clicked in either window, which a sum cannot tell. */
const activeLinksSql = ({ compared }: ClicksInQuestion) => `
  SELECT current, uniqExact(link) AS active_links
  FROM (
    SELECT has({current_builds:Array(UInt64)}, build) AS current, key AS link FROM clicks_rollup
    WHERE workspace_id = {workspace:String} AND dimension = 'link' AND build IN {builds:Array(UInt64)}
    UNION ALL
    SELECT ${IN_WINDOW} AS current, link_id AS link ${compared} AND ${COUNTED}
  )
  GROUP BY current`;

/**
 * The numbers of a workspace, or of what the scope names. Three statements at once, one round trip each; where there are
 * finished figures, two before them tell what these stand for. Throws StoreUnavailable.
 */
export async function queryAnalytics(request: AnalyticsRequest): Promise<Analytics> {
  const { client, window, linksCreated, groupBy = [], limit = 10 } = request;
  const clicks = clicksInQuestion(request);
  const dimensions = [...new Set<Dimension>([...ALWAYS_GROUPED, 'link', ...groupBy])];
  const cover = await coverOf(request, clicks, dimensions, request.finishedFrom);
  const [[current, previous], timeseries, groups] = await Promise.all([
    queryTotals(client, clicks, cover),
    queryTimeseries(client, clicks, window.points, cover),
    cover ? queryFinishedGroups(client, cover, dimensions, limit) : queryGroups(client, clicks, dimensions, limit),
  ]);
  return {
    range: window.range,
    start: instant(window.start),
    end: instant(window.end),
    timezone: window.timezone,
    interval: window.interval,
    totals: { ...current, links_created: linksCreated.current },
    previous: { ...previous, links_created: linksCreated.previous },
    timeseries,
    top_links: (groups.link ?? []).map(({ key, clicks: count }) => ({ link_id: key ?? '', clicks: count })),
    groups: Object.fromEntries(Object.entries(groups).filter(([dimension]) => dimension !== 'link' || groupBy.includes('link'))),
    as_of: request.asOf,
  };
}

/** Of the window and of the one before. */
const queryTotals = async (client: AnalyticsClient, clicks: ClicksInQuestion, cover?: Cover): Promise<readonly [Measures, Measures]> => {
  const read = cover?.left ?? clicks;
  const [rows, links] = await Promise.all([
    client.rows<Texts<Measures> & { readonly current: number }>(totalsSql(read), read.params),
    cover && client.rows<Texts<Pick<Measures, 'active_links'>> & { readonly current: number }>(activeLinksSql(read), { ...read.params, ...buildsOf(cover) }),
  ]);
  const of = (part: number, finished?: Finished): Measures => {
    const row = rows.find(({ current }) => current === part);
    const active = (links ?? rows).find(({ current }) => current === part);
    return {
      clicks: Number(row?.clicks ?? 0) + (finished?.clicks ?? 0),
      unique_clicks: Number(row?.unique_clicks ?? 0) + (finished?.visits ?? 0),
      bot_clicks: Number(row?.bot_clicks ?? 0) + (finished?.bots ?? 0),
      qr_scans: Number(row?.qr_scans ?? 0) + (finished?.qr_scans ?? 0),
      active_links: Number(active?.active_links ?? 0),
    };
  };
  return [of(1, cover?.current), of(0, cover?.previous)];
};

const buildsOf = ({ current, previous }: Cover) => ({ current_builds: current.builds, builds: [...current.builds, ...previous.builds] });

interface PointRow {
  readonly point: string;
  readonly clicks: string;
  readonly unique_clicks: string;
}

/** A point without clicks is a point with zero clicks. */
const queryTimeseries = async (client: AnalyticsClient, clicks: ClicksInQuestion, points: readonly number[], cover?: Cover): Promise<readonly Point[]> => {
  const read = cover?.leftOfPoints ?? clicks;
  const rows = await client.rows<PointRow>(timeseriesSql(read), { ...read.params, points });
  const known = new Map(rows.map((row) => [Number(row.point), row]));
  return points.map((point) => ({
    start: instant(point),
    clicks: Number(known.get(point)?.clicks ?? 0) + (cover?.points.get(point)?.clicks ?? 0),
    unique_clicks: Number(known.get(point)?.unique_clicks ?? 0) + (cover?.points.get(point)?.visits ?? 0),
  }));
};

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();
