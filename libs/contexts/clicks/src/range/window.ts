import { Rejection, type Problem } from '@kernel';
import { DateTime } from 'luxon';
import { autoInterval, INTERVALS, MAX_POINTS, pointsOf, tooManyPoints, type Interval } from './interval';
import { adjacent, namedSpan, RANGES, type Compared, type RangeName, type TimeSpan } from './range';
import { isTimezone } from './timezone';
import { WallClock } from './wall-clock';

export type { TimeSpan } from './range';

/** A caller's parameters of the time window; absent ones have defaults. */
export interface WindowQuery {
  readonly range?: string;
  readonly timezone?: string;
  /** RFC 3339. A date, or a time without an offset, is in `timezone`. Only with `custom`. */
  readonly start?: string;
  readonly end?: string;
  readonly interval?: string;
}

export interface AnalyticsWindow extends TimeSpan {
  readonly range: RangeName;
  readonly timezone: string;
  readonly interval: Interval;
  readonly previous: TimeSpan;
  /** Where the points of the time series begin, ascending; the first is `start`. */
  readonly points: readonly number[];
}

/** Both in epoch milliseconds. The range `all` begins on the day of `earliest`. */
export interface Bearings {
  readonly now: number;
  readonly earliest: number;
}

export const DEFAULT_RANGE: RangeName = '30d';
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const ISO = /^\d{4}-\d{2}-\d{2}(?<time>T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(?<offset>Z|[+-]\d{2}:\d{2})?)?$/;

/** Parses a caller's text into epoch milliseconds; null when it is invalid. A date is its first instant. */
export const parseMoment = (text: string, clock: WallClock): number | null => {
  const parts = ISO.exec(text)?.groups;
  const moment = DateTime.fromISO(text, { zone: 'utc' });
  if (!parts || !moment.isValid) return null;
  const instantOf = (wall: DateTime) => (parts['time'] ? clock.instantOf(wall) : clock.startOfDay(wall));
  const instant = parts['offset'] ? moment.toMillis() : instantOf(moment);
  const { year } = clock.at(instant);
  return year >= 1970 && year < 2200 ? instant : null;
};

/** Throws Rejection `invalid_request` with all that is wrong, each problem located as `query.<name>`. */
export const resolveWindow = (query: WindowQuery, bearings: Bearings): AnalyticsWindow => {
  const problems: Problem[] = [];
  const problem = (name: string, message: string) => problems.push({ location: `query.${name}`, message });

  const timezone = query.timezone ?? 'UTC';
  const range = RANGES.find((name) => name === (query.range ?? DEFAULT_RANGE));
  const interval = INTERVALS.find((name) => name === (query.interval ?? 'auto'));
  if (!range) problem('range', `must be one of ${RANGES.join(', ')}`);
  if (!interval) problem('interval', `must be one of ${INTERVALS.join(', ')}`);
  if (!isTimezone(timezone)) problem('timezone', 'must be the name of an IANA time zone, such as Europe/Berlin');
  if (range && range !== 'custom') {
    for (const name of ['start', 'end'] as const) {
      if (query[name] !== undefined) problem(name, 'is for range=custom only');
    }
  }
  const custom = range === 'custom' && isTimezone(timezone) ? customSpan(query, timezone, problem) : null;
  if (!range || !interval || problems.length > 0) throw refused(problems);

  const clock = new WallClock(timezone);
  const { start, end, previous } = custom ?? spanOf(range, clock, bearings);
  const length = end - start;
  const chosen = interval === 'auto' ? autoInterval(length) : interval;
  if (tooManyPoints(chosen, length)) {
    problem('interval', `${chosen} would make more than ${MAX_POINTS} points of this window; choose a wider one`);
    throw refused(problems);
  }
  return {
    range,
    timezone,
    interval: chosen,
    start,
    end,
    previous,
    points: pointsOf(chosen, start, end, clock),
  };
};

const spanOf = (range: RangeName, clock: WallClock, { now, earliest }: Bearings): Compared => {
  if (range === 'custom') throw new TypeError('a custom range brings its own span');
  return range === 'all' ? adjacent(clock.startOf('day', Math.min(earliest, now)), now) : namedSpan(range, now, clock);
};

const customSpan = (
  query: WindowQuery,
  timezone: string,
  problem: (name: string, message: string) => void,
): Compared | null => {
  const clock = new WallClock(timezone);
  const [start, end] = (['start', 'end'] as const).map((name) => {
    const text = query[name];
    const moment = text === undefined ? null : parseMoment(text, clock);
    if (text === undefined) problem(name, 'is required with range=custom');
    else if (moment === null) problem(name, 'must be an RFC 3339 timestamp or a date between 1970 and 2199');
    return moment;
  });
  if (typeof start !== 'number' || typeof end !== 'number') return null;
  if (start >= end) problem('end', 'must be later than start');
  const before = startBefore(query, clock);
  // A day that the zone has skipped began with the next one, and nothing is before it.
  return before === undefined || before >= start
    ? adjacent(start, end)
    : { start, end, previous: { start: before, end: start } };
};

/** Where as many calendar days before the window begin; undefined where its bounds are instants. */
const startBefore = ({ start = '', end = '' }: WindowQuery, clock: WallClock): number | undefined => {
  if (!DATE.test(start) || !DATE.test(end)) return undefined;
  const [first, last] = [start, end].map((text) => DateTime.fromISO(text, { zone: 'utc' }));
  return first && last && clock.startOfDay(first.minus(last.diff(first, 'days')));
};

const refused = (problems: readonly Problem[]) =>
  new Rejection('invalid', 'invalid_request', 'The time window is not valid.', {}, problems);
