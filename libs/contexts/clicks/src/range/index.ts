export { RANGES, type RangeName } from './range';
export { COMPARISONS, comparedWindow, type Comparison } from './comparison';
export { INTERVALS, MAX_POINTS, type Interval } from './interval';
export {
  DEFAULT_RANGE,
  isTimezone,
  resolveWindow,
  type AnalyticsWindow,
  type Bearings,
  type TimeSpan,
  type WindowQuery,
} from './window';
