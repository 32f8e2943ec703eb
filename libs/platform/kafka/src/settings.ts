import { type ConsumerConfig, type KafkaConfig, Partitioners, type ProducerConfig } from 'kafkajs';

/**
 * One attempt fails within seconds, because callers have deadlines and our own supervision starts the next attempt.
 * kafkajs itself would restart a crashed consumer up to 30 s after the broker is back, and after some crashes never.
 */
export const RETRY = {
  initialRetryTime: 100,
  maxRetryTime: 1_000,
  retries: 3,
  restartOnFailure: () => Promise.resolve(false),
};

export const CLIENT_TIMES = { connectionTimeout: 1_000, requestTimeout: 5_000 } satisfies Partial<KafkaConfig>;

/** A handshake takes several round trips and CPU time of a broker that may be busy and far away. */
export const CLIENT_TIMES_BY_TLS = { ...CLIENT_TIMES, connectionTimeout: 3_000 };

/**
 * A killed member holds its partitions until its session ends, and 6 s is the least that a broker allows by default.
 * The others learn of a rebalance by a heartbeat, which is sent only between two fetches: so both times are short.
 */
export const CONSUMER_TIMES = {
  sessionTimeout: 6_000,
  rebalanceTimeout: 6_000,
  heartbeatInterval: 500,
  maxWaitTimeInMs: 250,
} satisfies Partial<ConsumerConfig>;

/** An idempotent producer of kafkajs may lose acknowledged messages after an error. Our messages carry ids instead. */
export const PRODUCER_OPTIONS = {
  allowAutoTopicCreation: false,
  createPartitioner: () => Partitioners.DefaultPartitioner(),
  idempotent: false,
  maxInFlightRequests: 1,
  retry: RETRY,
} satisfies ProducerConfig;
