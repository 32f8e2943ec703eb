export { clickCountersSchema, clickTotalsSchema } from './click-counters.schema';
export { reclassificationsSchema } from './reclassifications.schema';
export { openReclassifications, type Correction, type PageStart, type Reclassification, type Reclassifications } from './reclassifications';
export { createClickCounters, StaleCursor, type ClickCounters, type CountedTotals, type Cursor } from './click-counters';
export { Tally, type CountedClick } from './tally';
