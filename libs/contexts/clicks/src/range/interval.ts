import type { WallClock } from './wall-clock';

/** Widths of the points of a time series. */
export const INTERVALS = ['auto', 'minute', 'hour', 'day', 'week', 'month'] as const;
export type Interval = Exclude<(typeof INTERVALS)[number], 'auto'>;

/**
 * More points than this are refused: 90 days by the hour pass, a week by the minute does not. All windows pass by the
 * month, which is the widest interval: the years 1970 to 2199 have as many.
 */
export const MAX_POINTS = 2_760;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long a point is at the most, in milliseconds; only for estimates, since days and months differ. */
const LENGTH: Record<Interval, number> = { minute: MINUTE, hour: HOUR, day: DAY, week: 7 * DAY, month: 31 * DAY };

/** The interval that shows a window in some 15 to 180 points. */
export const autoInterval = (length: number): Interval => {
  if (length <= 3 * HOUR) return 'minute';
  if (length <= 3 * DAY) return 'hour';
  return length <= 100 * DAY ? 'day' : 'month';
};

export const tooManyPoints = (interval: Interval, length: number): boolean => length / LENGTH[interval] > MAX_POINTS;

/**
 * Where the points of a series begin, in epoch milliseconds: the window's own start, then every start of an interval in
 * the time zone. A point ends where the next begins, the last one at the window's end. So the points partition the
 * window, and none is empty. A day may have 23 or 25 hours. A change of the clocks also begins a new hour or minute.
 */
export const pointsOf = (interval: Interval, start: number, end: number, clock: WallClock): readonly number[] =>
  interval === 'minute' || interval === 'hour'
    ? clockPoints(LENGTH[interval], start, end, clock)
    : datePoints(interval, start, end, clock);

const clockPoints = (length: number, start: number, end: number, clock: WallClock): readonly number[] => {
  const points: number[] = [];
  const puts = clock.turns(start, end);
  [start, ...puts].forEach((from, index) => {
    points.push(from);
    const shift = clock.offset(from) % length;
    const last = puts[index] ?? end;
    for (let turn = (Math.floor((from + shift) / length) + 1) * length - shift; turn < last; turn += length)
      points.push(turn);
  });
  return points;
};

const datePoints = (
  unit: 'day' | 'week' | 'month',
  start: number,
  end: number,
  clock: WallClock,
): readonly number[] => {
  const points = [start];
  const first = clock.at(start).startOf(unit);
  for (let count = 1; ; count += 1) {
    const turn = clock.startOfDay(first.plus({ [unit]: count }));
    if (turn >= end) return points;
    // Skips a day that the zone left out, and one that comes a second time when the clocks go back over midnight.
    if (turn > (points.at(-1) ?? start)) points.push(turn);
  }
};
