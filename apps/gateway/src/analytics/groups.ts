import { type ClicksInQuestion, COUNTED } from './clicks-in-question';
import type { AnalyticsClient } from '@platform/analytics-store';
import { type Dimension, DIMENSIONS } from './dimensions';

/** Clicks with one value of a dimension; null stands for those whose value is not known. */
export interface GroupEntry {
  readonly key: string | null;
  readonly country?: string | null;
  readonly region?: string | null;
  readonly clicks: number;
  readonly unique_clicks: number;
}

export type Groups = { readonly [dimension in Dimension]?: readonly GroupEntry[] };

/** In every answer; the others come when they are asked for. */
export const ALWAYS_GROUPED: readonly Dimension[] = ['country', 'city', 'referrer', 'device', 'browser', 'os', 'trigger', 'utm_campaign'];

type Place = 'country' | 'region';

/** Where the same key stands for different things, these tell them apart. */
const PLACES: { readonly [dimension in Dimension]?: readonly Place[] } = { region: ['country'], city: ['country', 'region'] };

/** A click with several tags counts once for each. */
const groupedBy = (dimension: Dimension): string => {
  if (dimension === 'tag') return 'arrayJoin(emptyArrayToSingle(tags))';
  if (dimension === 'variant') return "ifNull(toString(variant), '')";
  return DIMENSIONS[dimension].column;
};

/** Columns of the answer have names that no column of the table has: an alias would be taken for it in the conditions. */
const groupSql = (dimension: Dimension, { within }: ClicksInQuestion) => {
  const places = PLACES[dimension] ?? [];
  const place = (name: Place) => `${places.includes(name) ? `toString(${name})` : "''"} AS of_${name}`;
  return `
  SELECT '${dimension}' AS dimension, value, of_country, of_region, counted, visits FROM (
    SELECT toString(${groupedBy(dimension)}) AS value, ${place('country')}, ${place('region')}, count() AS counted, uniqExact(visit) AS visits
    ${within} AND ${COUNTED}
    GROUP BY ${[groupedBy(dimension), ...places].join(', ')}
    ORDER BY counted DESC, value, of_country, of_region
    LIMIT {limit:UInt32}
  )`;
};

interface GroupRow {
  readonly dimension: Dimension;
  readonly value: string;
  readonly of_country: string;
  readonly of_region: string;
  readonly counted: string;
  readonly visits: string;
}

/** The values of each dimension with the most clicks, `limit` of each; one statement for all. */
export const queryGroups = async (
  client: AnalyticsClient, clicks: ClicksInQuestion, dimensions: readonly Dimension[], limit: number,
): Promise<Groups> => {
  const sql = dimensions.map((dimension) => groupSql(dimension, clicks)).join(' UNION ALL ');
  const rows = await client.rows<GroupRow>(sql, { ...clicks.params, limit });
  const entriesOf = (dimension: Dimension) => rows.filter((row) => row.dimension === dimension).map(entryOf).toSorted(byClicks);
  return Object.fromEntries(dimensions.map((dimension) => [dimension, entriesOf(dimension)]));
};

const entryOf = (row: GroupRow): GroupEntry => ({
  key: row.value || null,
  ...Object.fromEntries((PLACES[row.dimension] ?? []).map((place) => [place, row[`of_${place}`] || null])),
  clicks: Number(row.counted),
  unique_clicks: Number(row.visits),
});

/** The parts of a UNION arrive in any order, and each in its own; the sort is stable. */
const byClicks = (a: GroupEntry, b: GroupEntry): number => b.clicks - a.clicks;
