import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Log, type LogRecord } from './log';
import type { FaultProxy } from './fault-proxy';
import { type Calls, type EventStoreDbNode, type Security, startNode } from './node';
import { Writer } from './writer';

export interface EventStoreDbDouble {
  /** Connection string for the client. */
  readonly url: string;
  /** What the server holds, for tests that inspect it. */
  readonly log: Log;
  /** What commits appends to the log, and how long that takes. */
  readonly writer: Writer;
  /** How often each method of the service was called, over all nodes. */
  readonly calls: Calls;
  /**
   * The network in front of the server (of a cluster: of its first leader): drop, refuse, freeze, stall, delay, accept.
   */
  readonly network: FaultProxy;
  /**
   * Restarts on other data: an earlier copy of its records, none, or those of another server. Every connection breaks
   * before that.
   */
  restartOn(records: readonly LogRecord[]): Promise<void>;
  close(): Promise<void>;
}

export interface EventStoreDbClusterDouble extends EventStoreDbDouble {
  /** One per node. */
  readonly networks: readonly FaultProxy[];
  /** Makes another node the leader, as an election does; the old one continues as a follower. */
  elect(node: number): void;
}

const TLS = join(__dirname, '..', '..', 'fixtures', 'tls');
/** The authority that signed the certificate of secure doubles. */
export const CA_FILE = join(TLS, 'ca.pem');

/** What a secure double demands. */
export const secured = (username: string, password: string): Security => ({
  certificate: readFileSync(join(TLS, 'server.pem')),
  key: readFileSync(join(TLS, 'server.key')),
  username,
  password,
});

/**
 * A stand-in for an EventStoreDB server on a free port: real gRPC by the client's own definitions, a log in memory. It
 * supports append (unary and batch), reads, filtered subscriptions to $all, server features and gossip. {@link Log},
 * node.ts and read.ts say which behaviour of the server is copied and which is not.
 */
export const startEventStoreDbDouble = async (security?: Security): Promise<EventStoreDbDouble> => {
  const cluster = await startEventStoreDbCluster(1, security);
  return { ...cluster, url: `esdb://${accountOf(security)}localhost:${cluster.network.port}?${optionsOf(security)}` };
};

/** Nodes that share one log, as if replication took no time; the first is the leader. */
export const startEventStoreDbCluster = async (
  size: number,
  security?: Security,
): Promise<EventStoreDbClusterDouble> => {
  const log = new Log();
  const writer = new Writer(log);
  const calls = { append: 0, batchAppend: 0, read: 0, tooSlow: 0 };
  let leader = 0;
  const nodes: EventStoreDbNode[] = [];
  const members = () => nodes.map(({ network }, index) => ({ port: network.port, leads: index === leader }));
  for (let index = 0; index < size; index += 1) {
    nodes.push(
      await startNode({
        log,
        writer,
        calls,
        security,
        members,
        leads: () => index === leader,
        leaderPort: () => nodes[leader]!.network.port,
      }),
    );
  }
  const hosts = nodes.map(({ network }) => `localhost:${network.port}`).join(',');
  return {
    url: `esdb+discover://${accountOf(security)}${hosts}?${optionsOf(security)}&discoveryInterval=50&gossipTimeout=1`,
    log,
    writer,
    calls,
    network: nodes[0]!.network,
    networks: nodes.map(({ network }) => network),
    elect: (node) => void (leader = node),
    restartOn: async (records) => {
      await Promise.all(nodes.map(({ network }) => network.refuse()));
      log.replace(records);
      await Promise.all(nodes.map(({ network }) => network.accept()));
    },
    close: async () => void (await Promise.all(nodes.map((node) => node.close()))),
  };
};

const accountOf = (security?: Security): string =>
  security ? `${security.username}:${encodeURIComponent(security.password)}@` : '';
const optionsOf = (security?: Security): string => (security ? `tlsCAFile=${CA_FILE}` : 'tls=false');
