import { retry } from '@platform/async';
import type { Admin } from 'kafkajs';

export interface TopicSpec {
  readonly topic: string;
  readonly partitions: number;
  /** Settings of the topic, such as `retention.ms`. */
  readonly config?: Readonly<Record<string, string>>;
}

const CREATE_MS = 5_000;
const POLL_MS = 25;

/** Creates the missing topics and waits until the brokers know them. Other processes may create the same ones. */
export const ensureTopics = async (admin: Admin, wanted: readonly TopicSpec[]): Promise<void> => {
  const existing = new Set(await admin.listTopics());
  const missing = wanted.filter(({ topic }) => !existing.has(topic));
  if (missing.length === 0) return;
  await admin.createTopics({
    timeout: CREATE_MS,
    // kafkajs reports a topic that a broker does not know yet as an error.
    waitForLeaders: false,
    topics: missing.map(({ topic, partitions, config = {} }) => ({
      topic,
      numPartitions: partitions,
      configEntries: Object.entries(config).map(([name, value]) => ({ name, value })),
    })),
  });
  const topics = missing.map(({ topic }) => topic);
  await awaitTopics(admin, topics);
};

const awaitTopics = async (admin: Admin, topics: string[]): Promise<void> => {
  let cause: unknown;
  const known = await retry(() => admin.fetchTopicMetadata({ topics }), {
    signal: AbortSignal.timeout(CREATE_MS),
    onFailure: (error) => (cause = error),
    firstMs: POLL_MS,
    lastMs: POLL_MS,
  });
  if (!known) throw new Error(`the brokers do not know ${topics.join(', ')} yet`, { cause });
};
