import type { AnalyticsWindow } from '@contexts/clicks';
import type { AnalyticsClient } from '@platform/analytics-store';

export interface AnalyticsRequest {
  readonly client: AnalyticsClient;
  readonly workspaceId: string;
  /** Only the clicks of this link. */
  readonly linkId?: string;
  readonly window: AnalyticsWindow;
  readonly includeBots?: boolean;
  /** Entries of the ranking, 10 by default. */
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

export interface Analytics {
  readonly range: string;
  readonly start: string;
  readonly end: string;
  readonly timezone: string;
  readonly interval: string;
  readonly totals: Totals;
  readonly previous: Totals;
  readonly timeseries: readonly { readonly start: string; readonly clicks: number; readonly unique_clicks: number }[];
  readonly top_links: readonly { readonly link_id: string; readonly clicks: number }[];
  readonly as_of: string;
}

type Measures = Omit<Totals, 'links_created'>;
/** 64-bit integers arrive as text. */
type MeasuresRow = { readonly [measure in keyof Measures]: string };

/** The previous window is read as well where `compared`; the workspace's predicate stands in every statement. */
const clicksOf = (linkId: string | undefined, compared: boolean) => `
  FROM clicks
  WHERE workspace_id = {workspace:String} ${linkId === undefined ? '' : 'AND link_id = {link:String}'}
    AND ${compared ? `(${WITHIN_WINDOW} OR ${within('previous_start', 'previous_end')})` : WITHIN_WINDOW}`;

const within = (start: string, end: string) =>
  `(time >= fromUnixTimestamp64Milli({${start}:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({${end}:Int64}, 'UTC'))`;
const WITHIN_WINDOW = within('start', 'end');
const COUNTED = '({include_bots:Bool} OR NOT is_bot)';

/** One row for the window, one for the window before. */
const totalsSql = (linkId?: string) => `
  SELECT
    ${WITHIN_WINDOW} AS current,
    countIf(${COUNTED}) AS clicks,
    uniqExactIf(visit, ${COUNTED}) AS unique_clicks,
    countIf(is_bot) AS bot_clicks,
    countIf(${COUNTED} AND trigger = 'qr') AS qr_scans,
    uniqExactIf(link_id, ${COUNTED}) AS active_links
  ${clicksOf(linkId, true)}
  GROUP BY current`;

const timeseriesSql = (linkId?: string) => `
  SELECT
    roundDown(toUnixTimestamp64Milli(time), {points:Array(Int64)}) AS point,
    count() AS clicks,
    uniqExact(visit) AS unique_clicks
  ${clicksOf(linkId, false)} AND ${COUNTED}
  GROUP BY point`;

const topLinksSql = (linkId?: string) => `
  SELECT link_id, count() AS clicks
  ${clicksOf(linkId, false)} AND ${COUNTED}
  GROUP BY link_id
  ORDER BY clicks DESC, link_id
  LIMIT {limit:UInt32}`;

/** The numbers of a workspace or of one link. Three statements at once, one round trip each; throws StoreUnavailable. */
export async function queryAnalytics(request: AnalyticsRequest): Promise<Analytics> {
  const { client, window, linkId, linksCreated } = request;
  const params = {
    workspace: request.workspaceId,
    ...(linkId !== undefined && { link: linkId }),
    start: window.start,
    end: window.end,
    include_bots: request.includeBots ?? false,
  };
  const previous = { previous_start: window.previous.start, previous_end: window.previous.end };
  const [totals, points, topLinks] = await Promise.all([
    client.rows<MeasuresRow & { readonly current: number }>(totalsSql(linkId), { ...params, ...previous }),
    client.rows<PointRow>(timeseriesSql(linkId), { ...params, points: window.points }),
    client.rows<{ link_id: string; clicks: string }>(topLinksSql(linkId), { ...params, limit: request.limit ?? 10 }),
  ]);
  return {
    range: window.range,
    start: instant(window.start),
    end: instant(window.end),
    timezone: window.timezone,
    interval: window.interval,
    totals: totalsOf(totals.find((row) => row.current === 1), linksCreated.current),
    previous: totalsOf(totals.find((row) => row.current === 0), linksCreated.previous),
    timeseries: filled(window.points, points),
    top_links: topLinks.map((row) => ({ link_id: row.link_id, clicks: Number(row.clicks) })),
    as_of: request.asOf,
  };
}

interface PointRow {
  readonly point: string;
  readonly clicks: string;
  readonly unique_clicks: string;
}

/** A point without clicks is a point with zero clicks. */
const filled = (points: readonly number[], rows: readonly PointRow[]): Analytics['timeseries'] => {
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
