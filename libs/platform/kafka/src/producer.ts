import type { Kafka as Client, Message, Producer } from 'kafkajs';
import { Lane } from './lane';
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

const CLOSE_MS = 3_000;
const DEADLINE_MS = 10_000;
const BROKER_TIMEOUT_MS = 4_000;

/** One request in flight at a time for each topic; what comes in meanwhile goes together as the next. */
export const createProducer = (kafka: Client, watch: (producer: Producer) => void): KafkaProducer => {
  const connection = new Connection(kafka, watch);
  const lanes = new Map<string, Lane>();
  const deliver = async (topic: string, messages: Message[]): Promise<void> => {
    const producer = await connection.open();
    try {
      await producer.send({ topic, acks: -1, timeout: BROKER_TIMEOUT_MS, messages });
    } catch (error) {
      if (isUnknownTopic(error)) connection.renew();
      throw error;
    }
  };
  return {
    send: (topic, { key = null, value, headers = {} }, { deadlineMs = DEADLINE_MS } = {}) => {
      const lane =
        lanes.get(topic) ??
        new Lane(
          (messages) => deliver(topic, messages),
          () => lanes.delete(topic),
        );
      lanes.set(topic, lane);
      return lane.send({ key, value, headers: { ...headers } }, deadlineMs);
    },
    close: () => connection.close(),
  };
};

/** The one connection of all lanes, opened when it is needed. */
class Connection {
  private opening: Promise<Producer> | undefined;
  private closed = false;

  constructor(
    private readonly kafka: Client,
    private readonly watch: (producer: Producer) => void,
  ) {}

  open(): Promise<Producer> {
    if (this.closed) return Promise.reject(new Error('the producer is closed'));
    const opening = (this.opening ??= this.connect());
    opening.catch(() => {
      if (this.opening === opening) this.opening = undefined;
    });
    return opening;
  }

  /** A producer that once knew a topic asks for it for ever: when it is deleted, all its other topics fail with it. */
  renew(): void {
    this.opening?.then((producer) => producer.disconnect()).catch(() => undefined);
    this.opening = undefined;
  }

  async close(): Promise<void> {
    this.closed = true;
    await within(
      CLOSE_MS,
      this.opening?.then((producer) => producer.disconnect()),
    );
  }

  private async connect(): Promise<Producer> {
    const producer = this.kafka.producer(PRODUCER_OPTIONS);
    this.watch(producer);
    await producer.connect();
    return producer;
  }
}

const isUnknownTopic = (error: unknown): boolean => {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('type' in cause && cause.type === 'UNKNOWN_TOPIC_OR_PARTITION') return true;
  }
  return false;
};
