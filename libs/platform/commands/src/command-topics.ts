/** As many commands of a write service are worked on at once, and as many instances of it can share its topic. */
export const COMMAND_PARTITIONS = 12;

const MINUTE_MS = 60_000;

/** Nobody waits longer than a deadline of seconds: what is older is of no use to anyone. */
export const COMMAND_TOPIC_CONFIG = { 'retention.ms': String(60 * MINUTE_MS), 'segment.ms': String(60 * MINUTE_MS) };
export const REPLY_TOPIC_CONFIG = { 'retention.ms': String(10 * MINUTE_MS), 'segment.ms': String(10 * MINUTE_MS) };
