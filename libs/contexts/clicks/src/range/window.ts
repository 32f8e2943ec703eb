import { Rejection, type Problem } from '@kernel';
import { DateTime, IANAZone } from 'luxon';
import { autoInterval, INTERVALS, MAX_POINTS, pointsOf, tooManyPoints, type Interval } from './interval';
import { adjacent, namedSpan, RANGES, type Compared, type RangeName } from './range';

/** What a caller may say about the time it asks for; the rest has defaults. */
export interface WindowQuery {
  readonly range?: string;
  readonly timezone?: string;
  /** RFC 3339, or a date or time of day without an offset, which is then one of `timezone`. Only with `custom`. */
  readonly start?: string;
  readonly end?: string;
  readonly interval?: string;
}

/** A half-open stretch of time in epoch milliseconds. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

export interface AnalyticsWindow extends Stretch {
  readonly range: RangeName;
  readonly timezone: string;
  readonly interval: Interval;
  readonly previous: Stretch;
  /** Where the points of the time series begin, ascending; the first is `start`. */
  readonly points: readonly number[];
}

/** Both in epoch milliseconds; `earliest` is when what is asked about began, for the range `all`. */
export interface Bearings {
  readonly now: number;
  readonly earliest: number;
}

export const DEFAULT_RANGE: RangeName = '30d';
const ISO = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

export const isTimezone = (name: string): boolean => IANAZone.isValidZone(name);

/** A moment as a caller wrote it; null when it is none. A date is its first instant. */
export const parseMoment = (text: string, timezone: string): DateTime | null => {
  if (!ISO.test(text)) return null;
  const moment = DateTime.fromISO(text, { zone: timezone });
  return moment.isValid && moment.year >= 1970 && moment.year < 2200 ? moment : null;
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

  const compared = custom ?? spanOf(range, timezone, bearings);
  const length = compared.end.toMillis() - compared.start.toMillis();
  const chosen = interval === 'auto' ? autoInterval(length) : interval;
  if (tooManyPoints(chosen, length)) {
    problem('interval', `${chosen} would make more than ${MAX_POINTS} points of this window; choose a wider one`);
    throw refused(problems);
  }
  return {
    range,
    timezone,
    interval: chosen,
    ...stretch(compared),
    previous: stretch(compared.previous),
    points: pointsOf(chosen, compared.start, compared.end),
  };
};

const spanOf = (range: RangeName, timezone: string, { now, earliest }: Bearings): Compared => {
  const at = DateTime.fromMillis(now, { zone: timezone });
  if (range === 'custom') throw new TypeError('a custom range brings its own span');
  if (range !== 'all') return namedSpan(range, at);
  return adjacent(DateTime.fromMillis(Math.min(earliest, now), { zone: timezone }).startOf('day'), at);
};

const customSpan = (
  query: WindowQuery,
  timezone: string,
  problem: (name: string, message: string) => void,
): Compared | null => {
  const [start, end] = (['start', 'end'] as const).map((name) => {
    const text = query[name];
    const moment = text === undefined ? null : parseMoment(text, timezone);
    if (text === undefined) problem(name, 'is required with range=custom');
    else if (!moment) problem(name, 'must be an RFC 3339 timestamp or a date between 1970 and 2199');
    return moment;
  });
  if (!start || !end) return null;
  if (start >= end) problem('end', 'must be later than start');
  return adjacent(start, end);
};

const stretch = ({ start, end }: { readonly start: DateTime; readonly end: DateTime }): Stretch => ({
  start: start.toMillis(),
  end: end.toMillis(),
});

const refused = (problems: readonly Problem[]) =>
  new Rejection('invalid', 'invalid_request', 'The time window is not valid.', {}, problems);
