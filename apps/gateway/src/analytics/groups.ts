import { type AnalyticsReader, figuresSql, PEOPLE } from '@platform/analytics-store';
import { type ClicksInQuestion, COUNTED, IN_WINDOW } from './clicks-in-question';
import { type Dimension, DIMENSIONS } from './dimensions';
import type { Cover } from './rollup';

/** Clicks with one value of a dimension; null if the value is not known. */
export interface GroupEntry {
  readonly key: string | null;
  readonly country?: string | null;
  readonly region?: string | null;
  readonly clicks: number;
  readonly unique_clicks: number;
}

export type Groups = { readonly [dimension in Dimension]?: readonly GroupEntry[] };

export interface GroupsAnswer {
  readonly groups: Groups;
  /** Only from a rollup: how many links have a click that counts, in the window and in the one before. */
  readonly activeLinks?: { readonly [window in 'current' | 'previous']: { readonly active_links: number } };
}

/** Groups in every answer. A caller asks for the others. */
export const ALWAYS_GROUPED: readonly Dimension[] = [
  'country',
  'city',
  'referrer',
  'device',
  'browser',
  'os',
  'trigger',
  'utm_campaign',
];

type Place = 'country' | 'region';

/** Columns that tell equal keys of a dimension apart. */
const PLACES: { readonly [dimension in Dimension]?: readonly Place[] } = {
  region: ['country'],
  city: ['region', 'country'],
};

/** `uniq` is exact up to 65,536 visits and takes at most 0.5 MB; an exact count of each group would take hundreds. */
const MEASURES = 'count() AS counted, uniq(visit) AS visits';

type GroupRow = { readonly counted: string; readonly visits: string } & {
  readonly [value in `value_${Dimension}`]?: string;
};

/** The values of each dimension with the most clicks, `limit` of each: one pass over the rows, except for tags. */
export const queryGroups = async (
  client: AnalyticsReader,
  clicks: ClicksInQuestion,
  dimensions: readonly Dimension[],
  limit: number,
): Promise<GroupsAnswer> => {
  const params = { ...clicks.params, limit };
  const single = dimensions.filter((dimension) => dimension !== 'tag');
  const [rows, tags] = await Promise.all([
    client.rows<GroupRow & { readonly set: string }>(setsSql(single, clicks), params),
    dimensions.includes('tag') ? client.rows<GroupRow>(tagsSql(clicks), params) : [],
  ]);
  const columns = columnsOf(single);
  const groups = Object.fromEntries(
    dimensions.map((dimension) => {
      const own = dimension === 'tag' ? tags : rows.filter(({ set }) => Number(set) === setNumber(dimension, columns));
      return [dimension, own.map((row) => entryOf(dimension, row))];
    }),
  );
  return { groups };
};

interface FinishedRow {
  readonly of: string;
  readonly value: string;
  readonly in_region: string;
  readonly in_country: string;
  readonly counted: string;
  readonly visits: string;
  /** How many values of the dimension have clicks, in the window and in the one before. */
  readonly values: string;
  readonly values_before: string;
}

/** The same from a rollup and the clicks that it does not cover; visitors are exact. */
export const queryFinishedGroups = async (
  client: AnalyticsReader,
  clicks: ClicksInQuestion,
  { slice, left, current, previous }: Cover,
  dimensions: readonly Dimension[],
  limit: number,
): Promise<GroupsAnswer> => {
  const builds = { builds: current.builds, builds_before: previous.builds };
  const params = { ...clicks.params, ...left.params, ...slice, ...builds, limit };
  const rows = await client.rows<FinishedRow>(
    finishedSql(slice ? OF_SLICE : OF_ALL, `${clicks.compared} AND ${left.sql}`),
    params,
  );
  const groups = Object.fromEntries(
    dimensions.map((dimension) => [
      dimension,
      rows
        .filter(({ of, counted }) => of === dimension && counted !== '0')
        .map((row) =>
          entryOf(dimension, {
            ...row,
            value_region: row.in_region,
            value_country: row.in_country,
            [`value_${dimension}`]: row.value,
          }),
        ),
    ]),
  );
  const ofLinks = rows.find(({ of }) => of === 'link');
  return {
    groups,
    activeLinks: {
      current: { active_links: Number(ofLinks?.values ?? 0) },
      previous: { active_links: Number(ofLinks?.values_before ?? 0) },
    },
  };
};

const OF_ALL = "clicks_rollup WHERE workspace_id = {workspace:String} AND dimension != ''";
const OF_SLICE =
  'clicks_rollup_slices WHERE workspace_id = {workspace:String} AND slice = {slice:String} AND slice_key = {slice_key:String}';

/** Of the window before, only links matter. */
const finishedSql = (finished: string, left: string) => `
  SELECT of, value, in_region, in_country, sumIf(people, current) AS counted,
    sumIf(visits_of_people, current) AS visits,
    countIf(counted > 0) OVER (PARTITION BY of) AS values,
    countIf(sumIf(people, NOT current) > 0) OVER (PARTITION BY of) AS values_before
  FROM (
    SELECT build IN {builds:Array(UInt64)} AS current, dimension AS of, key AS value, region AS in_region,
      country AS in_country, clicks AS people, visits AS visits_of_people
    FROM ${finished}
      AND (build IN {builds:Array(UInt64)} OR (dimension = 'link' AND build IN {builds_before:Array(UInt64)}))
    UNION ALL
    SELECT current, of, value, in_region, in_country, people, visits_of_people
      FROM (${figuresSql([`(${IN_WINDOW} AS current)`], PEOPLE, left)}) WHERE of != ''
  )
  GROUP BY of, value, in_region, in_country
  ORDER BY of, counted DESC, value, in_region, in_country
  LIMIT {limit:UInt32} BY of`;

/** No alias has the name of a column: a condition would read the alias in place of the column. */
const setsSql = (dimensions: readonly Dimension[], { within }: ClicksInQuestion) => {
  const columns = columnsOf(dimensions);
  const values = columns.map((dimension) => `value_${dimension}`);
  return `
  SELECT grouping(${columns.map(columnOf).join(', ')}) AS set,
    ${columns.map((name) => `toString(${columnOf(name)}) AS value_${name}`).join(', ')}, ${MEASURES}
  ${within} AND ${COUNTED}
  GROUP BY GROUPING SETS (${dimensions.map((dimension) => `(${setOf(dimension).map(columnOf).join(', ')})`).join(', ')})
  ORDER BY set, counted DESC, ${values.join(', ')}
  LIMIT {limit:UInt32} BY set`;
};

/** A click with several tags counts once for each, so its rows cannot be shared with other groups. */
const tagsSql = ({ within }: ClicksInQuestion) => `
  SELECT arrayJoin(emptyArrayToSingle(tags)) AS value_tag, ${MEASURES}
  ${within} AND ${COUNTED}
  GROUP BY value_tag
  ORDER BY counted DESC, value_tag
  LIMIT {limit:UInt32}`;

const columnOf = (dimension: Dimension): string =>
  dimension === 'variant' ? "ifNull(toString(variant), '')" : DIMENSIONS[dimension].column;

/** What a dimension is grouped by: itself first. */
const setOf = (dimension: Dimension): readonly Dimension[] => [dimension, ...(PLACES[dimension] ?? [])];

/**
 * Each once, and the key of a group before the columns that tell equal keys apart: entries are sorted in this order.
 */
const columnsOf = (dimensions: readonly Dimension[]): readonly Dimension[] =>
  [...new Set(['city', 'region', ...dimensions.flatMap(setOf)] as const)].filter((column) =>
    dimensions.some((dimension) => setOf(dimension).includes(column)),
  );

/**
 * The result of `grouping` for rows of a dimension: one bit per column, the first one highest, 1 if not grouped by it.
 */
const setNumber = (dimension: Dimension, columns: readonly Dimension[]): number =>
  columns.reduce((number, column) => number * 2 + (setOf(dimension).includes(column) ? 0 : 1), 0);

const entryOf = (dimension: Dimension, row: GroupRow): GroupEntry => ({
  key: row[`value_${dimension}`] || null,
  ...Object.fromEntries((PLACES[dimension] ?? []).map((place) => [place, row[`value_${place}`] || null])),
  clicks: Number(row.counted),
  unique_clicks: Number(row.visits),
});
