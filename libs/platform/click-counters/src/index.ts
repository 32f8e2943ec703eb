export { clickCountersSchema } from './click-counters.schema';
export { createClickCounters, StaleCursor, type ClickCounters, type Cursor } from './click-counters';
export { Tally, type CountedClick } from './tally';
