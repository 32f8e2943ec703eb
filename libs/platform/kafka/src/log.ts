import { type LogEntry, logLevel } from 'kafkajs';
import type { Log } from '@platform/telemetry';

export type KafkaLog = Pick<Log, 'info' | 'warn'>;

const QUIET_MS = 10_000;

/** The caller gets these as errors, too. */
const THROWN_AS_WELL = /^(Response |Crash: )/;

/** Faults that only an operator can repair. kafkajs has several messages for each. */
const FOR_OPERATORS: readonly (readonly [RegExp, string])[] = [
  // Does not match when the broker was too busy to answer, or went away meanwhile.
  [
    /^SASL (?!.*(timed out|connect))|requested SASL mechanism/i,
    'Kafka does not take the account; check KAFKA_USERNAME, KAFKA_PASSWORD and KAFKA_SASL_MECHANISM',
  ],
  [
    /certificate/i,
    'the certificate of a Kafka broker is not trusted; check KAFKA_CA, and that KAFKA_BROKERS has the names it was ' +
      'made for',
  ],
];

/** kafkajs repeats itself many times a second while a broker is down: each message is logged at most once in 10 s. */
export const quietLogCreator = (log: KafkaLog) => {
  const loggedAt = new Map<string, number>();
  const write = ({ level, namespace, log: { message, ...context } }: LogEntry): void => {
    const now = performance.now();
    for (const [text, at] of loggedAt) if (now - at > QUIET_MS) loggedAt.delete(text);
    const forOperators = FOR_OPERATORS.find(([pattern]) => pattern.test(message))?.[1];
    const text = forOperators ?? `kafkajs: ${message}`;
    if (level > logLevel.ERROR || THROWN_AS_WELL.test(message) || loggedAt.has(text)) return;
    loggedAt.set(text, now);
    const error = forOperators ? message : (context.error as unknown);
    log.warn({ namespace, broker: context.broker as unknown, error }, text);
  };
  return () => write;
};
