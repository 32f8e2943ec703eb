export { clickCountersSchema } from './click-counters.schema';
export { createClickCounters, StaleCursor, type ClickCounters, type CountedClick, type Cursor } from './click-counters';
