export { clickCountersSchema, clickSourcesSchema, clickTotalsSchema } from './click-counters.schema';
export {
  COUNTING, createClickCounters, pooledClickCounters, StaleCursor, type ClickCounters, type CountedTotals, type Cursor,
} from './click-counters';
export { forgetSources, loadedUntil, type SourceProgress, tellSources } from './click-sources';
export { Tally, type CountedClick } from './tally';
