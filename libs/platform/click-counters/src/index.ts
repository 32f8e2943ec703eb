export { clickCountersSchema, clickSourcesSchema, clickTotalsSchema } from './click-counters.schema';
export {
  COUNTING,
  createClickCounters,
  pooledClickCounters,
  StaleCursor,
  type ClickCounters,
  type CountedTotals,
  type Cursor,
} from './click-counters';
export { forgetSources, loadedUntil, type SourceProgress, tellSources } from './click-sources';
export { reclassificationsSchema } from './reclassifications.schema';
export {
  openReclassifications,
  type Correction,
  type PageStart,
  type Reclassification,
  type Reclassifications,
} from './reclassifications';
export { Tally, type CountedClick } from './tally';
