import { pointsOf } from './interval';
import type { TimeSpan } from './range';
import { WallClock } from './wall-clock';
import type { AnalyticsWindow } from './window';

/** What a window can be compared with. */
export const COMPARISONS = ['previous', 'year'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/**
 * The window before, or the same window a year earlier by the calendar of its time zone. Its points have the same width;
 * there may be more or fewer of them, as months differ. Nothing is before it.
 */
export const comparedWindow = (window: AnalyticsWindow, comparison: Comparison): AnalyticsWindow => {
  const clock = new WallClock(window.timezone);
  const { start, end } = comparison === 'year' ? aYearBefore(window, clock) : window.previous;
  const points = pointsOf(window.interval, start, end, clock);
  return { ...window, start, end, points, previous: { start, end: start } };
};

/** By the last instant: a window that ends with 28 February does so in a common year, too. */
const aYearBefore = (window: TimeSpan, clock: WallClock): TimeSpan => {
  const before = (instant: number) => clock.instantOf(clock.at(instant).minus({ years: 1 }));
  const start = before(window.start);
  return { start, end: Math.max(start, before(window.end - 1) + 1) };
};
