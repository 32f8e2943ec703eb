import type { AnalyticsWindow } from '@contexts/clicks';
import { clicksInQuestion, type Question } from './clicks-in-question';
import type { Dimension } from './dimensions';
import { ALWAYS_GROUPED, type Groups, queryFinishedGroups, queryGroups } from './groups';
import { type Measures, type Point, queryMeasures } from './measures';
import { coverOf } from './rollup';

export interface AnalyticsRequest extends Question {
  /** In addition to those of every answer. */
  readonly groupBy?: readonly Dimension[];
  /** Entries per group and of the ranking, 10 by default. */
  readonly limit?: number;
  /** How many links were created in the window and in the one before; Postgres counts them. */
  readonly linksCreated: { readonly current: number; readonly previous: number };
  /** Another window, whose series is wanted as well. */
  readonly comparedWith?: AnalyticsWindow;
  /** The instant up to which all clicks are contained, RFC 3339. */
  readonly asOf: string;
  /** The rollup is used only if it covers at least this many clicks; 150,000 by default. */
  readonly finishedFrom?: number;
}

export interface Totals extends Measures {
  readonly links_created: number;
}

/** The clicks of the window that the one in question is compared with. */
export interface ComparedSeries {
  readonly start: string;
  readonly end: string;
  readonly clicks: number;
  readonly unique_clicks: number;
  readonly timeseries: readonly Point[];
}

export interface Analytics {
  readonly range: string;
  readonly start: string;
  readonly end: string;
  readonly timezone: string;
  readonly interval: string;
  readonly totals: Totals;
  readonly previous: Totals & { readonly start: string; readonly end: string };
  readonly timeseries: readonly Point[];
  readonly comparison?: ComparedSeries;
  /** Made from the link group, which is in `groups` only if the caller asked for it. */
  readonly top_links: readonly { readonly link_id: string; readonly clicks: number }[];
  readonly groups: Groups;
  readonly as_of: string;
}

/**
 * The metrics of a workspace, or of what the scope names. It runs two statements at once, one round trip each. If there
 * is a rollup, up to three earlier statements find what it covers. A comparison comes after these, by the same statements but
 * that of the groups. Throws StoreUnavailable.
 */
export async function queryAnalytics(request: AnalyticsRequest): Promise<Analytics> {
  const { client, window, linksCreated, groupBy = [], limit = 10 } = request;
  const clicks = clicksInQuestion(request);
  const dimensions = [...new Set<Dimension>([...ALWAYS_GROUPED, 'link', ...groupBy])];
  const cover = await coverOf(request, clicks, dimensions, request.finishedFrom);
  const [{ current, previous, timeseries }, { groups, activeLinks }] = await Promise.all([
    queryMeasures(client, clicks, window.points, cover),
    cover
      ? queryFinishedGroups(client, clicks, cover, dimensions, limit)
      : queryGroups(client, clicks, dimensions, limit),
  ]);
  const comparison = request.comparedWith && (await queryComparison(request, request.comparedWith));
  return {
    range: window.range,
    start: instant(window.start),
    end: instant(window.end),
    timezone: window.timezone,
    interval: window.interval,
    totals: { ...current, ...activeLinks?.current, links_created: linksCreated.current },
    previous: {
      start: instant(window.previous.start),
      end: instant(window.previous.end),
      ...previous,
      ...activeLinks?.previous,
      links_created: linksCreated.previous,
    },
    timeseries,
    ...(comparison && { comparison }),
    top_links: (groups.link ?? []).map(({ key, clicks: count }) => ({ link_id: key ?? '', clicks: count })),
    groups: Object.fromEntries(
      Object.entries(groups).filter(([dimension]) => dimension !== 'link' || groupBy.includes('link')),
    ),
    as_of: request.asOf,
  };
}

const queryComparison = async (request: AnalyticsRequest, window: AnalyticsWindow): Promise<ComparedSeries> => {
  const question = { ...request, window };
  const clicks = clicksInQuestion(question);
  const cover = await coverOf(question, clicks, [], request.finishedFrom);
  const { current, timeseries } = await queryMeasures(request.client, clicks, window.points, cover);
  return {
    start: instant(window.start),
    end: instant(window.end),
    clicks: current.clicks,
    unique_clicks: current.unique_clicks,
    timeseries,
  };
};

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();
