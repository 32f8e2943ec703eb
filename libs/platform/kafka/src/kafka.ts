import { type Admin, type Consumer, Kafka as Client, logLevel, type Producer, type SASLOptions } from 'kafkajs';
import { awaitCommitted, type AwaitCommitted } from './await-committed';
import { consume, type Consume, type Consumption } from './consume';
import { type KafkaLog, quietLogCreator } from './log';
import { createProducer, type KafkaProducer } from './producer';
import { calmIdleConnections } from './request-queue';
import { CLIENT_TIMES, CLIENT_TIMES_BY_TLS, RETRY } from './settings';
import { Sockets } from './sockets';
import { ensureTopics, type TopicSpec } from './topics';

/** Where the brokers are, and how they are spoken to. */
export interface KafkaCluster {
  /** `host:port` of one broker or more. */
  readonly brokers: readonly string[];
  /** Absent: connections are not encrypted. */
  readonly tls?: {
    /** Certificates, in PEM, of the authorities that are trusted in place of the public ones. */
    readonly ca?: string;
  };
  /** Absent: brokers do not ask who it is. */
  readonly account?: {
    readonly username: string;
    readonly password: string;
    /** `plain` sends the password itself, so it is for encrypted connections. */
    readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
  };
}

export interface KafkaOptions extends KafkaCluster {
  readonly clientId: string;
  readonly log: KafkaLog;
}

/** Kafka as this system uses it; Nothing connects before it is used. */
export interface Kafka {
  producer(): KafkaProducer;
  /** Goes on until the signal aborts, whatever happens to the brokers meanwhile. */
  consume(options: Consume): Consumption;
  /** Creates the topics that are not there yet; others are left as they are. */
  ensureTopics(topics: readonly TopicSpec[]): Promise<void>;
  /** Resolves with true once a group has committed all that a topic has at this moment; with false when it has not in time. */
  awaitCommitted(awaited: AwaitCommitted): Promise<boolean>;
  /** A client for whoever brings a consumer of its own; `watch` its producers and consumers. */
  client(): { readonly kafka: Client; watch(part: Producer | Consumer): void; cut(why: string): void };
  /** Closes what producers are left. Consumers end by their signals. */
  close(): Promise<void>;
}

export const createKafka = ({ brokers, tls, account, clientId, log }: KafkaOptions): Kafka => {
  calmIdleConnections();
  const logCreator = quietLogCreator(log);
  const producers: KafkaProducer[] = [];

  /** Each producer and consumer has connections of its own, so that cutting them hits no other. */
  const client = () => {
    const sockets = new Sockets();
    const kafka = new Client({
      brokers: [...brokers],
      clientId,
      retry: RETRY,
      ...(tls ? CLIENT_TIMES_BY_TLS : CLIENT_TIMES),
      // kafkajs writes into what it is given, which others share.
      ...(tls && { ssl: { ...tls } }),
      ...(account && { sasl: { ...account } as SASLOptions }),
      socketFactory: sockets.factory,
      logLevel: logLevel.ERROR,
      logCreator,
    });
    const cut = (why: string): void => sockets.cut(why);
    const watch = (part: Producer | Consumer): void => {
      const hung = (): void => cut('a request was not answered in time');
      if ('subscribe' in part) part.on(part.events.REQUEST_TIMEOUT, hung);
      else part.on(part.events.REQUEST_TIMEOUT, hung);
    };
    return { kafka, watch, cut };
  };

  const asAdmin = async <T>(work: (admin: Admin) => Promise<T>): Promise<T> => {
    const admin = client().kafka.admin({ retry: RETRY });
    try {
      await admin.connect();
      return await work(admin);
    } finally {
      await admin.disconnect();
    }
  };

  return {
    client,
    producer: () => {
      const { kafka, watch } = client();
      const producer = createProducer(kafka, watch);
      producers.push(producer);
      return producer;
    },
    consume: (options) => {
      const { kafka, watch, cut } = client();
      return consume(kafka, options, log, cut, watch);
    },
    ensureTopics: (topics) => asAdmin((admin) => ensureTopics(admin, topics)),
    awaitCommitted: (awaited) => awaitCommitted(asAdmin, awaited),
    close: async () => void (await Promise.all(producers.splice(0).map((producer) => producer.close()))),
  };
};
