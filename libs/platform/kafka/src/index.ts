export type { Consume, Consumption, Failed, Incoming } from './consume';
export { createKafka, type Kafka, type KafkaOptions } from './kafka';
export type { KafkaLog } from './log';
export type { KafkaProducer, Outgoing, SendOptions } from './producer';
export { CONSUMER_TIMES, PRODUCER_OPTIONS } from './settings';
export { type Attempt, supervise, type Supervised, type Supervision } from './supervise';
export type { TopicSpec } from './topics';
export { watchConsumer, type WatchedConsumer } from './watch-consumer';
export { within } from './within';
