import { type ConsumerConfig, type KafkaConfig, Partitioners, type ProducerConfig } from 'kafkajs';

/**
 * One attempt fails within seconds, because callers have deadlines and our own supervision begins the next one.
 * kafkajs would restart a crashed consumer as late as 30 s after the broker is back, and some crashes never.
 */
export const RETRY = {
  initialRetryTime: 100,
  maxRetryTime: 1_000,
  retries: 3,
  restartOnFailure: () => Promise.resolve(false),
};

export const CLIENT_TIMES = { connectionTimeout: 1_000, requestTimeout: 5_000 } satisfies Partial<KafkaConfig>;

/** A handshake takes several round trips, and the work of a broker that may be busy and far away. */
export const CLIENT_TIMES_BY_TLS = { ...CLIENT_TIMES, connectionTimeout: 3_000 };

/**
 * A member that is killed holds its partitions for the session's time, and 6 s is the least a broker allows by default.
 * A heartbeat tells the others of a rebalance, and is sent between two fetches only: so both are short.
 */
export const CONSUMER_TIMES = {
  sessionTimeout: 6_000,
  rebalanceTimeout: 6_000,
  heartbeatInterval: 500,
  maxWaitTimeInMs: 250,
} satisfies Partial<ConsumerConfig>;

/** An idempotent producer of kafkajs may lose acknowledged messages after an error: our messages carry ids of their own instead. */
export const PRODUCER_OPTIONS = {
  allowAutoTopicCreation: false,
  createPartitioner: Partitioners.DefaultPartitioner,
  idempotent: false,
  maxInFlightRequests: 1,
  retry: RETRY,
} satisfies ProducerConfig;
