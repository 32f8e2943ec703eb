import { type LogEntry, logLevel } from 'kafkajs';

/** What this library asks of a logger; pino's fits. */
export interface KafkaLog {
  info(context: object, message: string): void;
  warn(context: object, message: string): void;
}

const QUIET_MS = 10_000;

/** What its caller is told as well, by an error of its own. */
const TOLD_ELSEWHERE = /^(Response |Crash: )/;

/** What only an operator can mend; kafkajs has several sentences for each. */
const MENDABLE: readonly (readonly [RegExp, string])[] = [
  // Not when the broker was too busy to answer, or went away meanwhile.
  [
    /^SASL (?!.*(timed out|connect))|requested SASL mechanism/i,
    'Kafka does not take the account; check KAFKA_USERNAME, KAFKA_PASSWORD and KAFKA_SASL_MECHANISM',
  ],
  [
    /certificate/i,
    'the certificate of a Kafka broker is not trusted; check KAFKA_CA, and that KAFKA_BROKERS has the names it was made for',
  ],
];

/** kafkajs repeats itself many times a second while a broker is away: each sentence is passed on once in a while only. */
export const quietLogCreator = (log: KafkaLog) => {
  const said = new Map<string, number>();
  const say = ({ level, namespace, log: { message, ...context } }: LogEntry): void => {
    const now = performance.now();
    for (const [sentence, at] of said) if (now - at > QUIET_MS) said.delete(sentence);
    const sentence = MENDABLE.find(([pattern]) => pattern.test(message))?.[1];
    if (level > logLevel.ERROR || TOLD_ELSEWHERE.test(message) || said.has(sentence ?? message)) return;
    said.set(sentence ?? message, now);
    const error = sentence ? message : (context.error as unknown);
    log.warn({ namespace, broker: context.broker as unknown, error }, sentence ?? `kafkajs: ${message}`);
  };
  return () => say;
};
