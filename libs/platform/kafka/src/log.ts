import { type LogEntry, logLevel } from 'kafkajs';

/** What this library asks of a logger; pino's fits. */
export interface KafkaLog {
  info(context: object, message: string): void;
  warn(context: object, message: string): void;
}

const QUIET_MS = 10_000;

/** kafkajs repeats itself many times a second while a broker is away: each sentence is passed on once in a while only. */
export const logCreator = (log: KafkaLog) => () => {
  const said = new Map<string, number>();
  return ({ level, namespace, log: { message, broker, groupId, error } }: LogEntry): void => {
    if (level > logLevel.ERROR) return;
    const now = performance.now();
    for (const [sentence, at] of said) if (now - at > QUIET_MS) said.delete(sentence);
    if (said.has(message)) return;
    said.set(message, now);
    log.warn({ namespace, broker: broker as unknown, groupId: groupId as unknown, error: error instanceof Error ? error.message : (error as unknown) }, `kafkajs: ${message}`);
  };
};
