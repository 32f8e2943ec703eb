import { type Kafka, type TopicSpec, isTooLarge } from '@platform/kafka';
import { type Publish, TooLarge } from './messages';

/**
 * The topic of public events; see docs/events/. Seven days are for consumers that are down, not for an archive. An event
 * holds a resource before and after a change, and a request may have a megabyte.
 */
export const EVENTS_TOPIC: TopicSpec = {
  topic: 'waymark.events',
  partitions: 12,
  config: { 'retention.ms': String(7 * 86_400_000), 'max.message.bytes': String(4 * 1_048_576) },
};

/** Short, so that the next attempt soon finds a broker that is back. */
const DEADLINE_MS = 5_000;

/** Publishes to Kafka. Creates the topic before the first message, and again after a failed one. */
export const publishTo = (kafka: Pick<Kafka, 'producer' | 'ensureTopics'>): Publish => {
  const producer = kafka.producer();
  let ensured = false;
  return async (messages) => {
    if (!ensured) await kafka.ensureTopics([EVENTS_TOPIC]);
    ensured = true;
    const sent = await Promise.allSettled(
      messages.map((message) => producer.send(EVENTS_TOPIC.topic, message, { deadlineMs: DEADLINE_MS })),
    );
    const failures = sent.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    if (failures.length === 0) return;
    if (failures.every(isTooLarge)) throw new TooLarge(String(failures[0]), { cause: failures[0] });
    ensured = false;
    throw failures.find((failure) => !isTooLarge(failure));
  };
};
