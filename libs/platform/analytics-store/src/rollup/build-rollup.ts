import { randomBytes } from 'node:crypto';
import type { AnalyticsClient } from '../analytics-client';
import { buildSlices, sumSlices } from './build-slices';
import { figuresSql, FINGERPRINT, PEOPLE } from './figures';
import { BUILT, GENTLY, OF_DAY } from './periods';

export interface RollupOptions {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Queries for workspaces with fewer clicks in a month are as fast without a rollup. */
  readonly fewestClicks?: number;
  /**
   * Clicks that one statement reads, unless a day of one workspace has more. Bounds memory and the delay of inserts.
   */
  readonly clicksAtOnce?: number;
  /** See {@link SliceBounds}. */
  readonly mostSlices?: number;
  readonly signal?: AbortSignal;
  /** Called when slices could not be built. The rest of the build counts without them; a day later it is made again. */
  readonly onFailure?: (error: unknown) => void;
}

/** Of one round. */
interface Round extends RollupOptions {
  /** Milliseconds since 1970, going on from `now`. */
  readonly clock: () => number;
}

/** A build waits this long for a day's last clicks. For later ones the day is built anew. */
const SETTLED_MS = 600_000;
/** A build without slices is made again after this time: one whose slices failed, or of an earlier version. */
const AGAIN_MS = 86_400_000;
/** Where the rows of builds are. They may outlast the clicks of their month. */
const TABLES = ['clicks_rollup', 'clicks_slices', 'clicks_rollup_slices'];
const monthsOf = (table: string): string => `SELECT DISTINCT toYYYYMM(start) AS month FROM ${table}`;
const FIGURES = 'clicks, visits, bots, qr_scans, rows, rewritings, times';
const MEASURES = `${PEOPLE}, countIf(is_bot) AS bots, countIf(NOT is_bot AND trigger = 'qr') AS scans, ${FINGERPRINT}`;

/**
 * Builds the rollups of past UTC days and months that are missing, or whose clicks have changed since, and removes
 * those that are not needed any more. Several processes may do so at once: builds are independent, and readers compare
 * each with the clicks.
 * @returns how many were built
 */
export async function buildRollup(client: AnalyticsClient, options: RollupOptions): Promise<number> {
  const months = await client.rows<{ month: number }>(
    ['SELECT DISTINCT toYYYYMM(time) AS month FROM clicks', ...TABLES.map(monthsOf)].join(' UNION DISTINCT '),
  );
  const began = performance.now();
  const round = { ...options, clock: () => options.now + Math.round(performance.now() - began) };
  let built = 0;
  for (const { month } of months) {
    built += await buildDays(client, month, round);
    built += await buildMonth(client, month, round);
    if (options.signal?.aborted) break;
    await removeObsolete(client, month, options.now);
  }
  return built;
}

interface MissingDay {
  readonly workspace: string;
  readonly day: string;
  readonly rows: string;
}

const buildDays = async (client: AnalyticsClient, month: number, round: Round): Promise<number> => {
  const { now, fewestClicks = 30_000, clicksAtOnce = 20_000, mostSlices = 100, signal } = round;
  const missing = await client.rows<MissingDay>(
    `SELECT workspace, toString(utc_day) AS day, rows FROM (
       SELECT clicks.workspace_id AS workspace, toDate(time) AS utc_day, ${FINGERPRINT},
         sum(count()) OVER (PARTITION BY workspace) AS in_month
       FROM clicks WHERE toYYYYMM(toDate(time)) = {month:UInt32} GROUP BY workspace, utc_day
     )
     WHERE in_month >= {fewest:UInt64} AND utc_day < toDate({before:UInt32})
       AND (workspace, utc_day, rows, rewritings, times) NOT IN (
         SELECT workspace_id, start, rows, rewritings, times FROM clicks_builds WHERE unit = 'day'
           AND (sliced OR built_at > {again:UInt64}) AND toYYYYMM(start) = {month:UInt32})
     ORDER BY utc_day, workspace ${GENTLY}`,
    {
      month,
      fewest: fewestClicks,
      before: Math.floor((now - SETTLED_MS) / 86_400_000),
      again: now - AGAIN_MS,
    },
  );
  for (let first = 0, next = 1; first < missing.length && !signal?.aborted; first = next, next += 1) {
    const { day = '', rows: most = 0 } = missing[first] ?? {};
    for (let rows = Number(most); missing[next]?.day === day && (rows += Number(missing[next]?.rows)) <= clicksAtOnce;)
      next += 1;
    const workspaces = missing.slice(first, next).map(({ workspace }) => workspace);
    await build(
      client,
      round,
      { unit: 'day', day, workspaces },
      `SELECT workspace_id, {unit:String}, {day:Date}, {build:UInt64}, {now:UInt64}, * EXCEPT workspace_id ` +
        `FROM (${figuresSql(['workspace_id'], MEASURES, OF_DAY)})`,
      (params) => buildSlices(client, params, { mostSlices, clicksAtOnce }),
    );
  }
  return missing.length;
};

/**
 * A month is the sum of its days' newest builds, slices included if each day has them. A month that lacks a day's build
 * fits no clicks, and is not used.
 */
const buildMonth = async (client: AnalyticsClient, month: number, round: Round): Promise<number> => {
  const { now, signal } = round;
  if (Date.UTC(Math.floor(month / 100), month % 100) + SETTLED_MS > now) return 0;
  const start = `${Math.floor(month / 100)}-${String(month % 100).padStart(2, '0')}-01`;
  const missing = await client.rows<{ workspace: string; builds: string[]; all_sliced: boolean }>(
    `SELECT clicks_builds.workspace_id AS workspace, groupArray(toString(build)) AS builds, sum(rows) AS all_rows,
        sum(rewritings) AS all_rewritings, sum(times) AS all_times, min(sliced) AS all_sliced
     FROM (SELECT * FROM clicks_builds WHERE unit = 'day' AND toYYYYMM(start) = {month:UInt32}
       ORDER BY built_at DESC, build LIMIT 1 BY workspace_id, start) AS clicks_builds
     GROUP BY workspace
     HAVING (workspace, all_rows, all_rewritings, all_times, all_sliced) NOT IN (
       SELECT workspace_id, rows, rewritings, times, sliced FROM clicks_builds WHERE unit = 'month'
         AND toYYYYMM(start) = {month:UInt32})`,
    { month },
  );
  for (const { workspace, builds, all_sliced } of missing) {
    if (signal?.aborted) break;
    await build(
      client,
      round,
      { unit: 'month', day: start, workspaces: [workspace], days: builds.map(BigInt) },
      `SELECT workspace_id, {unit:String}, {day:Date}, {build:UInt64}, {now:UInt64}, dimension, key, region, country,
          ${FIGURES.split(', ')
            .map((figure) => `sum(${figure})`)
            .join(', ')}
       FROM clicks_rollup
       WHERE workspace_id IN {workspaces:Array(String)} AND unit = 'day' AND toStartOfMonth(start) = {day:Date}
         AND build IN {days:Array(UInt64)}
       GROUP BY workspace_id, dimension, key, region, country`,
      all_sliced ? (params) => sumSlices(client, params) : undefined,
    );
  }
  return missing.length;
};

interface Period {
  readonly unit: 'day' | 'month';
  readonly day: string;
  readonly workspaces: readonly string[];
  readonly days?: readonly bigint[];
}

/**
 * Inserts all rows, then the record that they are there: a build that is interrupted in between does not count. Slices
 * may fail, as a tenant decides how many there are.
 */
const build = async (
  client: AnalyticsClient,
  { clock, onFailure }: Round,
  period: Period,
  select: string,
  slices?: (params: Readonly<Record<string, unknown>>) => Promise<void>,
): Promise<void> => {
  // Random: no two builds may have the same number, in any process and at any time.
  const params = { ...period, now: clock(), build: randomBytes(8).readBigUInt64BE() };
  await client.command(
    `INSERT INTO clicks_rollup (${BUILT}, dimension, key, region, country, ${FIGURES}) ${select} ${GENTLY}`,
    params,
  );
  const sliced =
    slices !== undefined &&
    (await slices(params).then(
      () => true,
      (error: unknown) => (onFailure?.(error), false),
    ));
  await client.command(
    `INSERT INTO clicks_builds (${BUILT}, ${FIGURES}, sliced) SELECT ${BUILT}, ${FIGURES}, ${sliced} FROM clicks_rollup
     WHERE workspace_id IN {workspaces:Array(String)} AND unit = {unit:String} AND start = {day:Date}
       AND build = {build:UInt64} AND dimension = ''`,
    params,
  );
};

/**
 * Removes builds that have had a successor for so long that no query still reads them, and builds of periods without
 * clicks. Then removes rows that belong to no build, which an interrupted builder has left.
 */
const removeObsolete = async (client: AnalyticsClient, month: number, now: number): Promise<void> => {
  const params = { month, old: now - SETTLED_MS };
  await remove(
    client,
    'clicks_builds',
    `SELECT build FROM (
       SELECT workspace_id, unit, start, build, built_at, max(if(built_at < {old:UInt64}, (built_at, build),
         (0, 0))) OVER (PARTITION BY workspace_id, unit, start) AS settled
       FROM clicks_builds WHERE toYYYYMM(start) = {month:UInt32})
     WHERE (built_at, build) < settled OR (workspace_id, unit, start) NOT IN (
       SELECT workspace, unit, if(unit = 'day', utc_day, toStartOfMonth(utc_day)) FROM (
         SELECT clicks.workspace_id AS workspace, toDate(time) AS utc_day FROM clicks
           WHERE toYYYYMM(toDate(time)) = {month:UInt32} GROUP BY workspace, utc_day
       ) ARRAY JOIN ['day', 'month'] AS unit)`,
    params,
  );
  for (const table of TABLES)
    await remove(
      client,
      table,
      `SELECT DISTINCT build FROM ${table}
       WHERE toYYYYMM(start) = {month:UInt32} AND built_at < {old:UInt64}
         AND build NOT IN (SELECT build FROM clicks_builds WHERE toYYYYMM(start) = {month:UInt32})`,
      params,
    );
};

/** Builds of one statement, which names each. */
const REMOVED_AT_ONCE = 2_000;

const remove = async (
  client: AnalyticsClient,
  table: string,
  select: string,
  params: Readonly<Record<string, unknown>>,
): Promise<void> => {
  const builds = (await client.rows<{ build: string }>(`${select} ${GENTLY}`, params)).map(({ build: one }) =>
    BigInt(one),
  );
  for (let at = 0; at < builds.length; at += REMOVED_AT_ONCE)
    await client.command(
      `ALTER TABLE ${table} DELETE WHERE toYYYYMM(start) = {month:UInt32} AND build IN {builds:Array(UInt64)} ` +
        `SETTINGS mutations_sync = 0`,
      { ...params, builds: builds.slice(at, at + REMOVED_AT_ONCE) },
    );
};
