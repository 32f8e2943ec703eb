/** Number of commands that a write service handles at once, and of its instances that can share the topic. */
export const COMMAND_PARTITIONS = 12;

const MINUTE_MS = 60_000;

/** Nothing older than a deadline of seconds is needed. The broker judges the age: a gateway's clock may be wrong. */
const configOf = (minutes: number): Readonly<Record<string, string>> => ({
  'retention.ms': String(minutes * MINUTE_MS),
  'segment.ms': String(minutes * MINUTE_MS),
  'message.timestamp.type': 'LogAppendTime',
});

export const COMMAND_TOPIC_CONFIG = configOf(60);
export const REPLY_TOPIC_CONFIG = configOf(10);
