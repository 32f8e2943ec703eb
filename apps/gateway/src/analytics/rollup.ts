import type { TimeSpan } from '@contexts/clicks';
import { FINGERPRINT, ROLLED_UP } from '@platform/analytics-store';
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
  readonly current: RollupSums;
  readonly previous: RollupSums;
  readonly left: Condition;
  /** The same for the time series: a point may split a day that the window has as a whole. */
  readonly points: ReadonlyMap<number, RollupSums>;
  readonly leftOfPoints: Condition;
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
/** The most spans of days that are left to be read; each is a condition of its own. */
const MOST_DAY_SPANS = 20;

const BUILDS = `
  SELECT unit, start AS first, argMax(build, built_at) AS newest, rows, rewritings, times, any(clicks) AS clicks,
    any(visits) AS visits, any(bots) AS bots, any(qr_scans) AS qr_scans
  FROM clicks_builds
  WHERE workspace_id = {workspace:String} AND start < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
    AND start >= toStartOfMonth(fromUnixTimestamp64Milli({first_day:Int64}, 'UTC'))
  GROUP BY unit, first, rows, rewritings, times`;

const daysSql = ({ ofDays }: ClicksInQuestion) =>
  `SELECT toDate(time) AS day, ${FINGERPRINT} ${ofDays} GROUP BY day ORDER BY day`;

/**
 * Finds what the rollup covers: the days and months whose clicks in question are exactly those of a build. Undefined if
 * the rollup does not fit the question: it has clicks of people, by some dimensions, unfiltered.
 */
export async function coverOf(
  question: Question,
  clicks: ClicksInQuestion,
  dimensions: readonly string[],
  worthwhile = WORTHWHILE,
): Promise<Cover | undefined> {
  const { client, window, scope = {}, filters = {}, includeBots = false, notBefore = 0 } = question;
  const isUnfiltered =
    [...Object.keys(filters), ...Object.keys(scope)].every((name) => name === 'domain') && !includeBots;
  if (!isUnfiltered || !hasWholeDay(window) || dimensions.some((dimension) => !(dimension in ROLLED_UP)))
    return undefined;
  const builds = await client.rows<Build>(BUILDS, clicks.params);
  const ofWindows = builds.filter(({ unit, first }) => unit === 'day' && Date.parse(first) >= window.previous.start);
  if (builds.length === 0 || ofWindows.reduce((all, { rows }) => all + Number(rows), 0) < worthwhile) return undefined;
  const days = await client.rows<Day>(daysSql(clicks), clicks.params);
  const known = new Map(builds.map((build) => [nameOf(build.unit, build.first, build), build]));
  const [current, previous] = [window, window.previous].map(({ start, end }) =>
    match(days, { start: Math.max(start, notBefore), end }, known),
  ) as [Match, Match];
  const left = [...new Set([...current.left, ...previous.left])].sort();
  if (current.builds.length + previous.builds.length === 0 || daySpansOf(left).length > MOST_DAY_SPANS)
    return undefined;
  return {
    current: finished(current.builds),
    previous: finished(previous.builds),
    left: onDays(left, 'left'),
    ...coverOfPoints(question, days, known),
  };
}

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
