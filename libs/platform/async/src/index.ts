export { Batcher, type BatcherOptions } from './batcher';
export { every, type EveryOptions } from './every';
export { pause } from './pause';
export { type RetryOptions, keepWorking, retry } from './retry';
export { TimedOut, endsWithin, within } from './within';
