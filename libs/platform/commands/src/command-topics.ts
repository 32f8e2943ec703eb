/** Commands that a write service handles at once, and instances of it that can share its topic. */
export const COMMAND_PARTITIONS = 12;

const MINUTE_MS = 60_000;

/** Nothing older than a deadline of seconds is needed. Its age is the broker's to judge: a gateway's clock may be wrong. */
const configOf = (minutes: number): Readonly<Record<string, string>> => ({
  'retention.ms': String(minutes * MINUTE_MS),
  'segment.ms': String(minutes * MINUTE_MS),
  'message.timestamp.type': 'LogAppendTime',
});

export const COMMAND_TOPIC_CONFIG = configOf(60);
export const REPLY_TOPIC_CONFIG = configOf(10);
