export { RANGES, type RangeName } from './range';
export { COMPARISONS, comparedWindow, type Comparison } from './comparison';
export { INTERVALS, MAX_POINTS, type Interval } from './interval';
export { isTimezone } from './timezone';
export {
  DEFAULT_RANGE,
  resolveWindow,
  type AnalyticsWindow,
  type Bearings,
  type TimeSpan,
  type WindowQuery,
} from './window';
