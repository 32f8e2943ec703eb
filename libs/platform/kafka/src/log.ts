import { type LogEntry, logLevel } from 'kafkajs';

/** What this library asks of a logger; pino's fits. */
export interface KafkaLog {
  info(context: object, message: string): void;
  warn(context: object, message: string): void;
}

const QUIET_MS = 10_000;

/** What its caller is told as well, by an error of its own. */
const TOLD_ELSEWHERE = /^(Response |Crash: )/;

/** kafkajs repeats itself many times a second while a broker is away: each sentence is passed on once in a while only. */
export const quietLogCreator = (log: KafkaLog) => {
  const said = new Map<string, number>();
  const say = ({ level, namespace, log: { message, ...context } }: LogEntry): void => {
    const now = performance.now();
    for (const [sentence, at] of said) if (now - at > QUIET_MS) said.delete(sentence);
    if (level > logLevel.ERROR || TOLD_ELSEWHERE.test(message) || said.has(message)) return;
    said.set(message, now);
    log.warn({ namespace, broker: context.broker as unknown, error: context.error as unknown }, `kafkajs: ${message}`);
  };
  return () => say;
};
