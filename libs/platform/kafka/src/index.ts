export type { AwaitCommitted } from './await-committed';
export type { KafkaCluster, KafkaOptions } from './client';
export type { Consume, Consumption, Failed, Incoming } from './consume';
export { createKafka, type Kafka } from './kafka';
export type { KafkaLog } from './log';
export { type KafkaProducer, type OutgoingMessage, type ProducerSendOptions, isTooLarge } from './producer';
export type { TopicSpec } from './topics';
