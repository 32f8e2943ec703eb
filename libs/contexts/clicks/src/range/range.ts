import type { DateTime, DateTimeUnit, DurationLike } from 'luxon';
import type { WallClock } from './wall-clock';

/** The windows that have a name. Days, weeks and so on are those of the calendar in the caller's time zone. */
export const RANGES = [
  'today',
  'yesterday',
  'last_hour',
  '24h',
  '7d',
  '30d',
  '90d',
  '12m',
  'wtd',
  'mtd',
  'qtd',
  'ytd',
  'last_week',
  'last_month',
  'all',
  'custom',
] as const;
export type RangeName = (typeof RANGES)[number];
export type NamedRange = Exclude<RangeName, 'custom' | 'all'>;

/** A half-open span of time in epoch milliseconds. */
export interface TimeSpan {
  readonly start: number;
  readonly end: number;
}

export interface Compared extends TimeSpan {
  /** The window before, for comparison. */
  readonly previous: TimeSpan;
}

const HOUR_MS = 3_600_000;

/**
 * The window of a name, as seen at `now`.
 *
 * A window in calendar units is compared with one that is such units earlier: today with yesterday up to the same time
 * of day, the month to date with the same days of the month before. A rolling window is compared with the window of the
 * same length that ends where it starts. A day that the zone has skipped is never yesterday.
 */
export const namedSpan = (range: NamedRange, now: number, clock: WallClock): Compared => {
  switch (range) {
    case 'today':
      return toDate('day', { days: 1 }, now, clock);
    case 'wtd':
      return toDate('week', { weeks: 1 }, now, clock);
    case 'mtd':
      return toDate('month', { months: 1 }, now, clock);
    case 'qtd':
      return toDate('quarter', { quarters: 1 }, now, clock);
    case 'ytd':
      return toDate('year', { years: 1 }, now, clock);
    case 'yesterday':
      return whole('day', now, clock);
    case 'last_week':
      return whole('week', now, clock);
    case 'last_month':
      return whole('month', now, clock);
    case '7d':
      return rolling('day', 7, now, clock);
    case '30d':
      return rolling('day', 30, now, clock);
    case '90d':
      return rolling('day', 90, now, clock);
    case '12m':
      return rolling('month', 12, now, clock);
    case 'last_hour':
      return adjacent(now - HOUR_MS, now);
    case '24h':
      return adjacent(now - 24 * HOUR_MS, now);
  }
};

/** A window with the one of the same length right before it. */
export const adjacent = (start: number, end: number): Compared => ({
  start,
  end,
  previous: { start: start - (end - start), end: start },
});

const toDate = (unit: DateTimeUnit, step: DurationLike, now: number, clock: WallClock): Compared => {
  const start = clock.startOf(unit, now);
  return upToNow({ start, before: unitBefore(unit, start, clock) }, step, now, clock);
};

/** The current unit and `count - 1` units before it. */
const rolling = (unit: 'day' | 'month', count: number, now: number, clock: WallClock): Compared => {
  const first: DateTime = clock.at(now).startOf(unit);
  const back = (units: number) => clock.startOfDay(first.minus({ [unit]: units }));
  return upToNow({ start: back(count - 1), before: back(2 * count - 1) }, { [unit]: count }, now, clock);
};

const whole = (unit: DateTimeUnit, now: number, clock: WallClock): Compared => {
  const end = clock.startOf(unit, now);
  const start = unitBefore(unit, end, clock);
  return { start, end, previous: { start: unitBefore(unit, start, clock), end: start } };
};

const unitBefore = (unit: DateTimeUnit, start: number, clock: WallClock): number => clock.startOf(unit, start - 1);

/** Compares with the time `step` ago. In a short month or day that must not reach into the window itself. */
const upToNow = (
  { start, before }: { start: number; before: number },
  step: DurationLike,
  now: number,
  clock: WallClock,
): Compared => ({
  start,
  end: now,
  previous: { start: before, end: Math.min(start, clock.instantOf(clock.at(now).minus(step))) },
});
