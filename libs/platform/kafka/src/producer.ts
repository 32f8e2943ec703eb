import { Batcher } from '@platform/async';
import type { Message } from 'kafkajs';
import type { KafkaClient } from './client';
import { ProducerConnection } from './producer-connection';

export interface OutgoingMessage {
  /** Messages of one key stay in order. */
  readonly key?: string;
  readonly value: Buffer | string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ProducerSendOptions {
  /** Milliseconds until the send fails; a message still waiting then is never sent. 10,000 by default. */
  readonly deadlineMs?: number;
}

export interface KafkaProducer {
  /**
   * Resolves when all in-sync replicas have the message. Rejects if that is not known within the deadline; the message
   * may still have been written. It may be sent again if its readers detect repeats by an id in the message.
   */
  send(topic: string, message: OutgoingMessage, options?: ProducerSendOptions): Promise<void>;
  close(): Promise<void>;
}

const DEADLINE_MS = 10_000;
const BROKER_TIMEOUT_MS = 4_000;
const MAX_WAITING = 10_000;
const MAX_BATCH = 500;
/** Bytes of the values that go together: a broker refuses a batch of more than a megabyte as a whole. */
const MAX_BATCH_BYTES = 500_000;

/** One request in flight at a time for each topic; messages that arrive meanwhile go together as the next. */
export const createProducer = (client: KafkaClient): KafkaProducer => {
  const connection = new ProducerConnection(client);
  const topics = new Map<string, Batcher<Message, void>>();

  const batcherOf = (topic: string): Batcher<Message, void> => {
    const existing = topics.get(topic);
    if (existing) return existing;
    // Reply topics come and go, so idle batchers are dropped before the next one is added.
    for (const [name, { idle }] of topics) if (idle) topics.delete(name);
    const batcher = new Batcher<Message, void>({
      send: (messages) => deliver(connection, topic, [...messages]),
      maxItems: MAX_BATCH,
      maxSize: MAX_BATCH_BYTES,
      sizeOf: ({ value }) => Buffer.byteLength(value ?? ''),
      maxWaiting: MAX_WAITING,
      deadlineMs: DEADLINE_MS,
      unavailable: (detail) => new Error(`a message was not sent to Kafka: ${detail}`),
    });
    topics.set(topic, batcher);
    return batcher;
  };

  return {
    send: (topic, { key = null, value, headers = {} }, { deadlineMs } = {}) =>
      batcherOf(topic).add({ key, value, headers: { ...headers } }, deadlineMs),
    close: () => connection.close(),
  };
};

const deliver = async (connection: ProducerConnection, topic: string, messages: Message[]): Promise<void[]> => {
  const producer = await connection.open();
  try {
    await producer.send({ topic, acks: -1, timeout: BROKER_TIMEOUT_MS, messages });
    return [];
  } catch (error) {
    if (isUnknownTopic(error)) connection.renew();
    throw error;
  }
};

const isUnknownTopic = (error: unknown): boolean => isOfType(error, ['UNKNOWN_TOPIC_OR_PARTITION']);

/** Whether the broker refused messages as larger than their topic allows. Sent again, they are refused again. */
export const isTooLarge = (error: unknown): boolean => isOfType(error, ['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE']);

const isOfType = (error: unknown, types: readonly string[]): boolean => {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('type' in cause && types.includes(String(cause.type))) return true;
  }
  return false;
};
