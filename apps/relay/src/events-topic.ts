import type { Kafka, TopicSpec } from '@platform/kafka';
import type { Publish } from './messages';

/** The topic of public events; see docs/events/. Seven days are for consumers that are down, not for an archive. */
export const EVENTS_TOPIC: TopicSpec = {
  topic: 'waymark.events',
  partitions: 12,
  config: { 'retention.ms': String(7 * 86_400_000) },
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
    const failed = sent.find((one) => one.status === 'rejected');
    if (!failed) return;
    ensured = false;
    throw failed.reason;
  };
};
