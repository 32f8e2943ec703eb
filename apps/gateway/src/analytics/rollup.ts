import type { TimeSpan } from '@contexts/clicks';
import { type AnalyticsReader, FINGERPRINT, ROLLED_UP, SLICES, lacksTables } from '@platform/analytics-store';
import { type ClicksInQuestion, EVERY, onDays, type Question, daySpansOf } from './clicks-in-question';
import type { Condition } from './filters';

/** Sums over builds of the rollup, and these builds. */
export interface RollupSums {
  readonly clicks: number;
  readonly visits: number;
  readonly bots: number;
  readonly qr_scans: number;
  readonly builds: readonly bigint[];
}

/** Sums of the rollup that cover some of the clicks in question, and the clicks that are left to be read. */
export interface Cover {
  /** What it is of, if not of all clicks. */
  readonly slice: Slice | undefined;
  readonly current: RollupSums;
  readonly previous: RollupSums;
  readonly left: Condition;
  /** The same for the time series: a point may split a day that the window has as a whole. */
  readonly points: ReadonlyMap<number, RollupSums>;
  readonly leftOfPoints: Condition;
}

/** The clicks with one value of a dimension. */
export interface Slice {
  readonly slice: string;
  readonly slice_key: string;
}

interface Fingerprint {
  readonly rows: string;
  readonly rewritings: string;
  readonly times: string;
}

/** Integers are texts of digits. A day, or the first day of a month, is `YYYY-MM-DD`. */
interface Build extends Fingerprint, Record<'clicks' | 'visits' | 'bots' | 'qr_scans', string> {
  readonly unit: 'day' | 'month';
  readonly first: string;
  readonly newest: string;
}

/** All clicks of a UTC day (`YYYY-MM-DD`). */
interface Day extends Fingerprint {
  readonly day: string;
}

const DAY_MS = 86_400_000;
/** Below this many clicks in both windows together, reading the clicks takes no longer. */
const WORTHWHILE = 150_000;
/** Of longer windows builds and days are read at once: days are rarely read in vain, and a sixth of the time is saved. */
const LONG_MS = 60 * DAY_MS;
/** The most spans of days that are left to be read; each is a condition of its own. */
const MOST_DAY_SPANS = 20;

const builtSql = (more = '') => `
  SELECT unit, start AS first, argMax(build, built_at) AS newest, rows, rewritings, times, any(clicks) AS clicks,
    any(visits) AS visits, any(bots) AS bots, any(qr_scans) AS qr_scans
  FROM clicks_builds
  WHERE workspace_id = {workspace:String} AND ${OF_WINDOWS} ${more}
  GROUP BY unit, first, rows, rewritings, times`;

const OF_WINDOWS = `start < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
    AND start >= toStartOfMonth(fromUnixTimestamp64Milli({first_day:Int64}, 'UTC'))`;

const SLICES_SQL = `
  SELECT build, portion, clicks, visits, bots, qr_scans FROM clicks_slices
  WHERE workspace_id = {workspace:String} AND slice = {slice:String} AND slice_key = {slice_key:String}
    AND ${OF_WINDOWS}`;

const daysSql = ({ ofDays }: ClicksInQuestion) =>
  `SELECT toDate(time) AS day, ${FINGERPRINT} ${ofDays} GROUP BY day ORDER BY day`;

/**
 * Finds what the rollup covers: the days and months whose clicks are exactly those of a build. Undefined if the rollup
 * does not fit the question: it has clicks of people, by some dimensions, of all or of one slice.
 */
export async function coverOf(
  question: Question,
  clicks: ClicksInQuestion,
  dimensions: readonly string[],
  worthwhile = WORTHWHILE,
): Promise<Cover | undefined> {
  const { client, window, includeBots = false, notBefore = 0 } = question;
  const about = aboutOf(question);
  if (!about || includeBots || !hasWholeDay(window) || dimensions.some((dimension) => !(dimension in ROLLED_UP)))
    return undefined;
  const readDays = (): Promise<readonly Day[]> => client.rows<Day>(daysSql(clicks), clicks.params);
  const [builds, daysOfLong] = await Promise.all([
    about.slice ? buildsOfSlice(client, clicks, about.slice) : buildsOfAll(client, clicks),
    window.end - window.start > LONG_MS ? readDays() : undefined,
  ]);
  const ofWindows = builds.filter(({ unit, first }) => unit === 'day' && Date.parse(first) >= window.previous.start);
  const covered = ofWindows.reduce((all, build) => all + Number(about.slice ? build.clicks : build.rows), 0);
  if (builds.length === 0 || covered < worthwhile) return undefined;
  const days = daysOfLong ?? (await readDays());
  const known = new Map(builds.map((build) => [nameOf(build.unit, build.first, build), build]));
  const [current, previous] = [window, window.previous].map(({ start, end }) =>
    match(days, { start: Math.max(start, notBefore), end }, known),
  ) as [Match, Match];
  const left = [...new Set([...current.left, ...previous.left])].sort();
  if (current.builds.length + previous.builds.length === 0 || daySpansOf(left).length > MOST_DAY_SPANS)
    return undefined;
  return {
    slice: about.slice,
    current: finished(current.builds),
    previous: finished(previous.builds),
    left: onDays(left, 'left'),
    ...coverOfPoints(question, days, known),
  };
}

/**
 * What a rollup would have to be of: all clicks, or a slice of them; undefined if there is none such. A domain does not
 * count: a day is covered if all of its clicks are of the domain.
 */
const aboutOf = ({ scope = {}, filters = {} }: Question): { readonly slice?: Slice } | undefined => {
  const asked = [scope, filters].flatMap((set) => Object.entries(set)).filter(([name]) => name !== 'domain');
  const [one, ...more] = asked;
  if (!one) return {};
  const [slice, { include: [slice_key, ...others] = [], exclude = [] } = {}] = one;
  const isSlice = SLICES.includes(slice) && more.length + others.length + exclude.length === 0;
  return isSlice && typeof slice_key === 'string' ? { slice: { slice, slice_key } } : undefined;
};

const buildsOfAll = (client: AnalyticsReader, { params }: ClicksInQuestion): Promise<readonly Build[]> =>
  client.rows<Build>(builtSql(), params);

interface SliceOfBuild extends Record<'clicks' | 'visits' | 'bots' | 'qr_scans', string> {
  readonly build: string;
  /** 0 if the slice has no figures by dimension. */
  readonly portion: number;
}

/**
 * The builds that have a slice. One that was built with slices, and lacks it, has no clicks of it; so its slices are read
 * after it, as they are inserted before it.
 */
const buildsOfSlice = async (
  client: AnalyticsReader,
  { params }: ClicksInQuestion,
  slice: Slice,
): Promise<readonly Build[]> => {
  try {
    const builds = await client.rows<Build>(builtSql('AND sliced'), params);
    if (builds.length === 0) return [];
    const slices = await client.rows<SliceOfBuild>(SLICES_SQL, { ...params, ...slice });
    const ofBuild = new Map(slices.map((one) => [one.build, one]));
    return builds.flatMap((build) => {
      const { portion, clicks, visits, bots, qr_scans } = ofBuild.get(build.newest) ?? EMPTY_SLICE;
      return portion === 0 ? [] : [{ ...build, clicks, visits, bots, qr_scans }];
    });
  } catch (error) {
    // In a cluster a click loader makes the tables, and it may be older than this gateway.
    if (lacksTables(error)) return [];
    throw error;
  }
};

const EMPTY_SLICE = { portion: 1, clicks: '0', visits: '0', bots: '0', qr_scans: '0' };

interface Match {
  readonly builds: readonly Build[];
  /** Days in the span, whole or in part, that no build covers. */
  readonly left: readonly string[];
}

/**
 * Months first, then the days of other months. A month partly outside the span does not match: its fingerprint differs.
 */
const match = (days: readonly Day[], span: TimeSpan, known: ReadonlyMap<string, Build>): Match => {
  const touched = days.filter(({ day }) => touches(day, span));
  const builds: Build[] = [];
  const left = touched.filter(({ day }) => !contains(span, day)).map(({ day }) => day);
  const found = (unit: Build['unit'], first: string, own: readonly Day[]): boolean => {
    const build = known.get(nameOf(unit, first, sum(own)));
    if (build) builds.push(build);
    return build !== undefined;
  };
  for (const [month, own] of byMonth(touched.filter(({ day }) => contains(span, day)))) {
    if (!found('month', month, own))
      left.push(...own.filter((day) => !found('day', day.day, [day])).map(({ day }) => day));
  }
  return { builds, left };
};

/** Covers days that lie whole in one point. If points split too many days, all clicks are read. */
const coverOfPoints = (
  { window, notBefore = 0 }: Question,
  days: readonly Day[],
  known: ReadonlyMap<string, Build>,
): Pick<Cover, 'points' | 'leftOfPoints'> => {
  const builds = new Map<number, Build[]>();
  const left: string[] = [];
  let index = 0;
  for (const day of days.filter((one) => touches(one.day, window))) {
    while ((window.points[index + 1] ?? Infinity) <= Date.parse(day.day)) index += 1;
    const start = window.points[index] ?? window.start;
    const build = known.get(nameOf('day', day.day, day));
    if (
      !build ||
      !contains({ start: Math.max(start, notBefore), end: window.points[index + 1] ?? window.end }, day.day)
    )
      left.push(day.day);
    else builds.set(start, [...(builds.get(start) ?? []), build]);
  }
  if (daySpansOf(left).length > MOST_DAY_SPANS) return { points: new Map(), leftOfPoints: EVERY };
  return {
    points: new Map([...builds].map(([start, own]) => [start, finished(own)])),
    leftOfPoints: onDays(left, 'left_of_points'),
  };
};

const hasWholeDay = ({ start, end }: TimeSpan): boolean => Math.ceil(start / DAY_MS) * DAY_MS + DAY_MS <= end;
const touches = (day: string, { start, end }: TimeSpan): boolean =>
  Date.parse(day) < end && Date.parse(day) + DAY_MS > start;
const contains = ({ start, end }: TimeSpan, day: string): boolean =>
  Date.parse(day) >= start && Date.parse(day) + DAY_MS <= end;

const sum = (days: readonly Fingerprint[]): Fingerprint => ({
  rows: total(days, 'rows'),
  rewritings: total(days, 'rewritings'),
  times: total(days, 'times'),
});
const total = (days: readonly Fingerprint[], name: keyof Fingerprint): string =>
  days.reduce((all, one) => all + BigInt(one[name]), 0n).toString();

const nameOf = (unit: string, first: string, { rows, rewritings, times }: Fingerprint): string =>
  [unit, first, rows, rewritings, times].join(' ');

const finished = (builds: readonly Build[]): RollupSums => {
  const all = (name: 'clicks' | 'visits' | 'bots' | 'qr_scans') =>
    builds.reduce((figure, build) => figure + Number(build[name]), 0);
  return {
    clicks: all('clicks'),
    visits: all('visits'),
    bots: all('bots'),
    qr_scans: all('qr_scans'),
    builds: builds.map(({ newest }) => BigInt(newest)),
  };
};

/** By the month's first day. */
const byMonth = (days: readonly Day[]): ReadonlyMap<string, readonly Day[]> => {
  const months = new Map<string, Day[]>();
  for (const day of days) {
    const month = `${day.day.slice(0, 7)}-01`;
    months.set(month, [...(months.get(month) ?? []), day]);
  }
  return months;
};
