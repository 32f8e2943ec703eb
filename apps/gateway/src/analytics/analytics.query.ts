import { clicksInQuestion, type Question } from './clicks-in-question';
import type { Dimension } from './dimensions';
import { ALWAYS_GROUPED, type Groups, queryFinishedGroups, queryGroups } from './groups';
import { type Measures, type Point, queryMeasures } from './measures';
import { coverOf } from './rollup';

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

export interface Totals extends Measures {
  readonly links_created: number;
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
  /** Of the link group, which is in `groups` only if it was asked for. */
  readonly top_links: readonly { readonly link_id: string; readonly clicks: number }[];
  readonly groups: Groups;
  readonly as_of: string;
}

/**
 * The numbers of a workspace, or of what the scope names. Two statements at once, one round trip each; where there are
 * finished figures, two before them tell what these stand for. Throws StoreUnavailable.
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
    top_links: (groups.link ?? []).map(({ key, clicks: count }) => ({ link_id: key ?? '', clicks: count })),
    groups: Object.fromEntries(
      Object.entries(groups).filter(([dimension]) => dimension !== 'link' || groupBy.includes('link')),
    ),
    as_of: request.asOf,
  };
}

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();
