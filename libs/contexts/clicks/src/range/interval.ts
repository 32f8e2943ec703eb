import type { DateTime } from 'luxon';

/** Widths of the points of a time series. */
export const INTERVALS = ['auto', 'minute', 'hour', 'day', 'week', 'month'] as const;
export type Interval = Exclude<(typeof INTERVALS)[number], 'auto'>;

/** More points than this are refused: 90 days by the hour pass, a week by the minute does not. */
export const MAX_POINTS = 2_500;

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
 * Where the points of a series begin, in epoch milliseconds: the window's own start, then every turn of the interval in
 * the window's time zone. A point ends where the next begins, the last one at the window's end, so the points partition
 * the window. A day may have 23 or 25 hours; an hour is always sixty minutes of elapsed time.
 */
export const pointsOf = (interval: Interval, start: DateTime, end: DateTime): readonly number[] => {
  const points = [start.toMillis()];
  const first = start.startOf(interval);
  const elapsed = interval === 'minute' || interval === 'hour';
  for (let count = 1; ; count += 1) {
    const turn = elapsed
      ? first.toMillis() + count * LENGTH[interval]
      : first.plus({ [interval]: count }).startOf(interval).toMillis();
    if (turn >= end.toMillis()) return points;
    points.push(turn);
  }
};
