import type { AnalyticsClient } from '../analytics-client';
import { figuresSql, PEOPLE, ROLLED_UP, SLICES_OF_CLICK } from './figures';
import { BUILT, GENTLY, OF_DAY } from './periods';

type Params = Readonly<Record<string, unknown>>;

const MEASURES = `${PEOPLE}, countIf(is_bot) AS bots, countIf(NOT is_bot AND trigger = 'qr') AS scans`;
const FIGURES = 'clicks, visits, bots, qr_scans';
const INSERT = `INSERT INTO clicks_slices (${BUILT}, slice, slice_key, portion, ${FIGURES})`;
const INSERT_DETAILS = `INSERT INTO clicks_rollup_slices (${BUILT}, slice, slice_key, dimension, key, region, country, ${FIGURES})`;
const PERIOD = 'workspace_id, {unit:String}, {day:Date}, {build:UInt64}, {now:UInt64}';
const DIMENSIONS = [...new Set(Object.values(ROLLED_UP).flat())].join(', ');
/** Slices may take too much memory where a workspace has many of them with many visitors each. */
const SPILLING = `${GENTLY}, max_bytes_before_external_group_by = 200000000, max_bytes_before_external_sort = 200000000`;
/** Clicks that the slices with figures by dimension have together, for each click of the day. */
const PER_CLICK = 5;

export interface SliceBounds {
  /**
   * Slices of a workspace's day that have figures by dimension: those with the most clicks, and no more than have five
   * times the clicks of the day. A click may have many tags, and a workspace as many as it likes; this bounds what a build
   * stores and costs.
   */
  readonly mostSlices: number;
  /** Clicks that one statement counts, unless a slice has more; a click counts once for each of its slices. */
  readonly clicksAtOnce: number;
}

/**
 * Inserts the slices of a UTC day: each in total, then by dimension, a portion of them by each statement. The rows of the
 * whole are there already.
 * @param params of the build: unit, day, build, now, workspaces
 */
export const buildSlices = async (client: AnalyticsClient, params: Params, bounds: SliceBounds): Promise<void> => {
  await client.command(
    `${INSERT}
     SELECT ${PERIOD}, of_slice.1, of_slice.2,
       if(detailed, 1 + intDiv(sum(if(detailed, all_clicks, 0)) OVER (ORDER BY workspace_id, place
         ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) - all_clicks, {at_once:UInt64}), 0),
       people, visits_of_people, bots, scans
     FROM (
       SELECT *, place <= {most:UInt32} AND {per_click:UInt32} * of_day >= sum(all_clicks) OVER (
         PARTITION BY workspace_id ORDER BY place ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS detailed
       FROM (
         SELECT workspace_id, of_slice, count() AS all_clicks, ${MEASURES},
           row_number() OVER (PARTITION BY workspace_id ORDER BY all_clicks DESC, of_slice) AS place
         FROM (SELECT workspace_id, is_bot, visit, trigger, arrayJoin(${SLICES_OF_CLICK}) AS of_slice ${OF_DAY})
         GROUP BY workspace_id, of_slice
       ) AS slices
       JOIN (SELECT workspace_id, rows AS of_day FROM clicks_rollup WHERE ${OWN} AND dimension = '') AS days
         USING workspace_id
     ) ${SPILLING}`,
    { ...params, most: bounds.mostSlices, per_click: PER_CLICK, at_once: bounds.clicksAtOnce },
  );
  // A slice with more clicks than a portion may have leaves numbers without a slice.
  const portions = await client.rows<{ portion: number }>(
    `SELECT DISTINCT portion FROM clicks_slices WHERE ${OWN} AND portion > 0`,
    params,
  );
  for (const { portion } of portions)
    await client.command(
      `${INSERT_DETAILS}
       SELECT ${PERIOD}, of_slice.1, of_slice.2, of, value, in_region, in_country, people, visits_of_people, bots, scans
       FROM (${figuresSql(['workspace_id', 'of_slice'], MEASURES, OF_PORTION)}) WHERE of != '' ${SPILLING}`,
      { ...params, portion },
    );
};

/** Rows of this build. */
const OWN =
  'workspace_id IN {workspaces:Array(String)} AND unit = {unit:String} AND start = {day:Date} AND build = {build:UInt64}';

const SLICES_OF_PORTION = `FROM clicks_slices WHERE ${OWN} AND portion = {portion:UInt32}`;
/** Other slices make no rows. The condition leaves out those of the same key in another workspace. */
const OF_PORTION = `
  FROM (
    SELECT workspace_id, is_bot, visit, ${DIMENSIONS}, arrayJoin(arrayIntersect(${SLICES_OF_CLICK},
      (SELECT groupUniqArray((toString(slice), slice_key)) ${SLICES_OF_PORTION}))) AS of_slice
    ${OF_DAY}
  )
  WHERE (workspace_id, of_slice) IN (SELECT workspace_id, (toString(slice), slice_key) ${SLICES_OF_PORTION})`;

/**
 * Inserts the slices of a month as the sums of its days: by dimension, those that have it on each of their days.
 * @param params of the build, and `days`, the builds of the days
 */
export const sumSlices = async (client: AnalyticsClient, params: Params): Promise<void> => {
  const ofDays = `
     WHERE workspace_id IN {workspaces:Array(String)} AND unit = 'day' AND toStartOfMonth(start) = {day:Date}
       AND build IN {days:Array(UInt64)}`;
  const sums = FIGURES.split(', ')
    .map((figure) => `sum(${figure})`)
    .join(', ');
  await client.command(
    `${INSERT}
     SELECT ${PERIOD}, slice, slice_key, if(min(portion) > 0, 1, 0), ${sums} FROM clicks_slices ${ofDays}
     GROUP BY workspace_id, slice, slice_key ${SPILLING}`,
    params,
  );
  await client.command(
    `${INSERT_DETAILS}
     SELECT ${PERIOD}, slice, slice_key, dimension, key, region, country, ${sums} FROM clicks_rollup_slices ${ofDays}
       AND (workspace_id, slice, slice_key) IN (
         SELECT workspace_id, slice, slice_key FROM clicks_slices WHERE ${OWN} AND portion = 1)
     GROUP BY workspace_id, slice, slice_key, dimension, key, region, country ${SPILLING}`,
    params,
  );
};
