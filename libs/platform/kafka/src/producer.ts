import type { IHeaders, Kafka as Client, Message, Producer } from 'kafkajs';
import { PRODUCER_OPTIONS } from './settings';
import { within } from './within';

export interface Outgoing {
  /** Messages of one key stay in order. */
  readonly key?: string;
  readonly value: Buffer | string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface SendOptions {
  /** Milliseconds until it is given up; a message still waiting then is never sent. 10,000 unless told. */
  readonly deadlineMs?: number;
}

export interface KafkaProducer {
  /**
   * Resolves when all in-sync replicas have the message. Rejects when that is not known within the deadline: it may have
   * been written all the same, and may be sent again by whoever reads it by an id of its own.
   */
  send(topic: string, message: Outgoing, options?: SendOptions): Promise<void>;
  close(): Promise<void>;
}

interface Waiting {
  readonly message: Message;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
  overdue: boolean;
}

const MOST_WAITING = 10_000;
const BATCH = 500;
const DEADLINE_MS = 10_000;
const CLOSE_MS = 3_000;
const BROKER_TIMEOUT_MS = 4_000;

/** One request in flight at a time for each topic; what comes in meanwhile goes together as the next. */
export const createProducer = (kafka: Client, watch: (producer: Producer) => void): KafkaProducer => {
  const lanes = new Map<string, { queue: Waiting[]; underWay: boolean }>();
  let connection: Promise<Producer> | undefined;

  const open = async (): Promise<Producer> => {
    const producer = kafka.producer(PRODUCER_OPTIONS);
    watch(producer);
    await producer.connect();
    return producer;
  };
  const connected = (): Promise<Producer> => {
    const opening = (connection ??= open());
    opening.catch(() => void (connection = connection === opening ? undefined : connection));
    return opening;
  };
  /** A producer that once knew a topic asks for it for ever: when it is deleted, all its other topics fail with it. */
  const forget = (): void => {
    connection?.then((producer) => producer.disconnect()).catch(() => undefined);
    connection = undefined;
  };

  const deliver = async (topic: string, batch: readonly Waiting[]): Promise<void> => {
    try {
      const producer = await connected();
      await producer.send({ topic, acks: -1, timeout: BROKER_TIMEOUT_MS, messages: batch.map(({ message }) => message) });
      for (const { resolve } of batch) resolve();
    } catch (error) {
      if (isUnknownTopic(error)) forget();
      for (const { reject } of batch) reject(error instanceof Error ? error : new Error(String(error)));
    }
  };

  const drain = async (topic: string, lane: { queue: Waiting[]; underWay: boolean }): Promise<void> => {
    lane.underWay = true;
    while (lane.queue.length > 0) {
      const due = lane.queue.filter(({ overdue }) => !overdue);
      lane.queue = due.slice(BATCH);
      if (due.length > 0) await deliver(topic, due.slice(0, BATCH));
    }
    lane.underWay = false;
    lanes.delete(topic);
  };

  return {
    send: (topic, message, { deadlineMs = DEADLINE_MS } = {}) => {
      const lane = lanes.get(topic) ?? { queue: [], underWay: false };
      lanes.set(topic, lane);
      if (lane.queue.length >= MOST_WAITING) return Promise.reject(new Error(`${MOST_WAITING} messages wait for Kafka already`));
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.overdue = true;
          reject(new Error(`Kafka did not take a message within ${deadlineMs} ms`));
        }, deadlineMs);
        const done = <T extends unknown[]>(settle: (...args: T) => void) => (...args: T): void => (clearTimeout(timer), settle(...args));
        const waiting: Waiting = { message: messageOf(message), overdue: false, resolve: done(resolve), reject: done(reject) };
        lane.queue.push(waiting);
        if (!lane.underWay) void drain(topic, lane);
      });
    },
    close: async () => {
      const opened = connection;
      connection = Promise.reject(new Error('the producer is closed'));
      connection.catch(() => undefined);
      await within(CLOSE_MS, opened?.then((producer) => producer.disconnect()));
    },
  };
};

const messageOf = ({ key, value, headers }: Outgoing): Message => ({
  key: key ?? null,
  value,
  ...(headers && { headers: headers as IHeaders }),
});

const isUnknownTopic = (error: unknown): boolean => {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('type' in cause && cause.type === 'UNKNOWN_TOPIC_OR_PARTITION') return true;
  }
  return false;
};
