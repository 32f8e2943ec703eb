import type { Admin } from 'kafkajs';
import { awaitCommitted, type AwaitCommitted } from './await-committed';
import { clientMaker, type KafkaOptions } from './client';
import { consume, type Consume, type Consumption } from './consume';
import { createProducer, type KafkaProducer } from './producer';
import { calmIdleConnections } from './request-queue';
import { RETRY } from './settings';
import { ensureTopics, type TopicSpec } from './topics';

/** Kafka as this system uses it. It connects at the first use. */
export interface Kafka {
  producer(): KafkaProducer;
  /** Consumes until the signal aborts, whatever happens to the brokers meanwhile. */
  consume(options: Consume): Consumption;
  /** Creates the topics that do not exist yet; existing ones stay as they are. */
  ensureTopics(topics: readonly TopicSpec[]): Promise<void>;
  /** Resolves with true once a group has committed all messages that a topic has now, or with false if it is late. */
  awaitCommitted(awaited: AwaitCommitted): Promise<boolean>;
  /** Closes its producers. Consumers end by their own signals. */
  close(): Promise<void>;
}

export const createKafka = (options: KafkaOptions): Kafka => {
  calmIdleConnections();
  const makeClient = clientMaker(options);
  const producers: KafkaProducer[] = [];

  const asAdmin = async <T>(work: (admin: Admin) => Promise<T>): Promise<T> => {
    const admin = makeClient().kafka.admin({ retry: RETRY });
    try {
      await admin.connect();
      return await work(admin);
    } finally {
      await admin.disconnect();
    }
  };

  return {
    producer: () => {
      const producer = createProducer(makeClient());
      producers.push(producer);
      return producer;
    },
    consume: (consumption) => consume(makeClient(), consumption, options.log),
    ensureTopics: (topics) => asAdmin((admin) => ensureTopics(admin, topics)),
    awaitCommitted: (awaited) => awaitCommitted(asAdmin, awaited),
    close: async () => void (await Promise.all(producers.splice(0).map((producer) => producer.close()))),
  };
};
