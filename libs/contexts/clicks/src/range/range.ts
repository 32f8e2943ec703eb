import type { DateTime, DateTimeUnit, DurationLike } from 'luxon';

/** The windows that have a name. Days, weeks and so on are those of the calendar in the caller's time zone. */
export const RANGES = [
  'today', 'yesterday', 'last_hour', '24h', '7d', '30d', '90d', '12m', 'wtd', 'mtd', 'qtd', 'ytd',
  'last_week', 'last_month', 'all', 'custom',
] as const;
export type RangeName = (typeof RANGES)[number];
export type NamedRange = Exclude<RangeName, 'custom' | 'all'>;

/** Half-open: the start belongs to it, the end does not. */
export interface Span {
  readonly start: DateTime;
  readonly end: DateTime;
}

export interface Compared extends Span {
  /** The window before, for comparison. */
  readonly previous: Span;
}

/**
 * The window of a name, as seen at `now` (which carries the time zone).
 *
 * What counts in calendar units steps back by such units, so that like is compared with like: today with yesterday up to
 * the same time of day, the month to date with the same days of the month before. Rolling windows are compared with the
 * window of the same length that ends where they start.
 */
export const namedSpan = (range: NamedRange, now: DateTime): Compared => {
  switch (range) {
    case 'today': return toDate(now, 'day', { days: 1 });
    case 'wtd': return toDate(now, 'week', { weeks: 1 });
    case 'mtd': return toDate(now, 'month', { months: 1 });
    case 'qtd': return toDate(now, 'quarter', { quarters: 1 });
    case 'ytd': return toDate(now, 'year', { years: 1 });
    case 'yesterday': return whole(now, 'day', { days: 1 });
    case 'last_week': return whole(now, 'week', { weeks: 1 });
    case 'last_month': return whole(now, 'month', { months: 1 });
    case '7d': return upToNow(now.startOf('day').minus({ days: 6 }).startOf('day'), now, { days: 7 });
    case '30d': return upToNow(now.startOf('day').minus({ days: 29 }).startOf('day'), now, { days: 30 });
    case '90d': return upToNow(now.startOf('day').minus({ days: 89 }).startOf('day'), now, { days: 90 });
    case '12m': return upToNow(now.startOf('month').minus({ months: 11 }).startOf('month'), now, { months: 12 });
    case 'last_hour': return adjacent(now.minus({ hours: 1 }), now);
    case '24h': return adjacent(now.minus({ hours: 24 }), now);
  }
};

/** A window with the one of the same length right before it. */
export const adjacent = (start: DateTime, end: DateTime): Compared => ({
  start,
  end,
  previous: { start: start.minus(end.toMillis() - start.toMillis()), end: start },
});

const toDate = (now: DateTime, unit: DateTimeUnit, step: DurationLike): Compared => upToNow(now.startOf(unit), now, step);

const whole = (now: DateTime, unit: DateTimeUnit, step: DurationLike): Compared => {
  const end = now.startOf(unit);
  const start = end.minus(step).startOf(unit);
  return { start, end, previous: { start: start.minus(step).startOf(unit), end: start } };
};

/** `step` back lands in the window before; a short month or a shorter day must not make it reach into this one. */
const upToNow = (start: DateTime, now: DateTime, step: DurationLike): Compared => {
  const before = now.minus(step);
  return { start, end: now, previous: { start: start.minus(step).startOf('day'), end: before < start ? before : start } };
};
