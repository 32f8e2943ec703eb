export { atOnce } from './at-once';
export { Batcher, type BatcherOptions } from './batcher';
export { endsOrAborts } from './ends-or-aborts';
export { every, type EveryOptions } from './every';
export { JobThread, type JobThreadOptions } from './job-thread';
export { pause } from './pause';
export { type PollOptions, poll } from './poll';
export { type RetryOptions, backoff, keepWorking, retry } from './retry';
export { TimedOut, endsWithin, within } from './within';
