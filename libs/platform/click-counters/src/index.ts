export { clickCountersSchema, clickTotalsSchema } from './click-counters.schema';
export { createClickCounters, StaleCursor, type ClickCounters, type CountedTotals, type Cursor } from './click-counters';
export { Tally, type CountedClick } from './tally';
