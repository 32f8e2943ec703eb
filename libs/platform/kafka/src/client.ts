import { type Consumer, Kafka as Client, logLevel, type Producer, type SASLOptions } from 'kafkajs';
import { type KafkaLog, quietLogCreator } from './log';
import { CLIENT_TIMES, CLIENT_TIMES_BY_TLS, RETRY } from './settings';
import { Sockets } from './sockets';

/** The addresses of the brokers, and how to connect to them. */
export interface KafkaCluster {
  /** `host:port` of one broker or more. */
  readonly brokers: readonly string[];
  /** Absent: connections are not encrypted. */
  readonly tls?: {
    /** Certificates, in PEM, of the authorities that are trusted in place of the public ones. */
    readonly ca?: string;
  };
  /** Absent: brokers require no account. */
  readonly account?: {
    readonly username: string;
    readonly password: string;
    /** `plain` sends the password itself: use it on encrypted connections only. */
    readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
  };
}

export interface KafkaOptions extends KafkaCluster {
  readonly clientId: string;
  readonly log: KafkaLog;
}

/** kafkajs' client with connections of its own, so that cutting them hits no other producer or consumer. */
export interface KafkaClient {
  readonly kafka: Client;
  /** From now on the connections are cut when a request of this producer or consumer times out. */
  watch(part: Producer | Consumer): void;
  /** Fails the requests under way; the next ones go over new connections. */
  cut(reason: string): void;
}

/** Makes clients. kafkajs repeats its messages; all clients of one maker share the record of recent ones. */
export const clientMaker = ({ brokers, tls, account, clientId, log }: KafkaOptions): (() => KafkaClient) => {
  const logCreator = quietLogCreator(log);
  return () => {
    const sockets = new Sockets();
    const kafka = new Client({
      brokers: [...brokers],
      clientId,
      retry: RETRY,
      ...(tls ? CLIENT_TIMES_BY_TLS : CLIENT_TIMES),
      // kafkajs writes into the objects it is given, and clients share these.
      ...(tls && { ssl: { ...tls } }),
      ...(account && { sasl: { ...account } as SASLOptions }),
      socketFactory: sockets.factory,
      logLevel: logLevel.ERROR,
      logCreator,
    });
    const timedOut = (): void => sockets.cut('a request was not answered in time');
    const watch = (part: Producer | Consumer): void => {
      if ('subscribe' in part) part.on(part.events.REQUEST_TIMEOUT, timedOut);
      else part.on(part.events.REQUEST_TIMEOUT, timedOut);
    };
    return { kafka, watch, cut: (reason) => sockets.cut(reason) };
  };
};
