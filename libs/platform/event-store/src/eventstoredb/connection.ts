import { setMaxListeners } from 'node:events';
import { type Credentials, EventStoreDBClient } from '@eventstore/db-client';
import { connectivityState } from '@grpc/grpc-js';
import { StoreUnavailable } from '@kernel';
import type { Log } from '@platform/telemetry';
import { isLate } from './no-answer';
import { IDENTITY_STREAM } from './options';
import { read } from './read';
import { seek } from './seek';

/** The client is replaced after this many failures in a row: it may keep using a broken connection. */
const FAILURES_PER_CLIENT = 3;

/** How long a server that is looked for may be silent, in milliseconds. */
const PROBE_MS = 1_000;

/** The client in use. Callers report each success and failure, so that a client that keeps failing is replaced. */
export class Connection {
  /** Aborted when the store is closed. */
  readonly closing = unlimited();
  private current: EventStoreDBClient;
  /** Aborted when the client is replaced. */
  private ended = unlimited();
  /** The client that is silent, and what ends the search for another one. */
  private doubted: EventStoreDBClient | undefined;
  private resolved = new AbortController();
  private failures = 0;
  /** How often a connection to the server was lost. */
  losses = 0;
  /** The client whose connection is watched. */
  private watched: EventStoreDBClient | undefined;
  /** When the current client got its last answer, on the clock of `performance.now`. */
  private answeredAt = -Infinity;

  constructor(
    private readonly url: string,
    readonly credentials: Credentials | undefined,
    private readonly log: Pick<Log, 'warn'>,
  ) {
    this.current = newClient(url);
  }

  /** @throws {StoreUnavailable} when the store has been closed. */
  get client(): EventStoreDBClient {
    if (this.closing.signal.aborted) throw new StoreUnavailable('The event store has been closed.');
    return this.current;
  }

  /** Ends with the client in use. */
  get lifetime(): AbortSignal {
    return this.ended.signal;
  }

  worked(client: EventStoreDBClient): void {
    if (client !== this.current) return;
    this.failures = 0;
    this.answeredAt = performance.now();
    // Also without effect, an abort makes an error with its stack trace.
    if (this.doubted) this.resolved.abort();
    if (this.watched !== client) void this.watch(client);
  }

  /**
   * A call without an answer is no failure of a connection on which others are answered meanwhile.
   * @param began when the call began, on the clock of `performance.now`
   */
  failed(client: EventStoreDBClient, cause: unknown, began = Infinity): void {
    if (client !== this.current || (isLate(cause) && this.answeredAt > began)) return;
    if (isLate(cause)) return this.doubt(client, cause);
    this.failures += 1;
    this.lost();
    if (this.failures >= FAILURES_PER_CLIENT) this.replace(client, cause);
  }

  /** Replaces the client, unless it has been replaced already; the next call opens a new connection. */
  replace(client: EventStoreDBClient, cause: unknown, next?: EventStoreDBClient): void {
    if (client !== this.current || this.closing.signal.aborted) return;
    this.log.warn({ cause: String(cause) }, 'connecting to EventStoreDB again');
    this.failures = 0;
    this.answeredAt = -Infinity;
    this.lost();
    this.current = next ?? newClient(this.url);
    this.ended.abort(new StoreUnavailable('The connection to EventStoreDB was given up.', { cause }));
    this.ended = unlimited();
    void closeChannel(client);
  }

  /** The server is silent: looks for one that answers, until the client itself gets an answer. */
  doubt(client: EventStoreDBClient, cause: unknown): void {
    if (client !== this.current || this.doubted === client || this.closing.signal.aborted) return;
    this.doubted = client;
    this.resolved = new AbortController();
    const signal = AbortSignal.any([this.resolved.signal, this.ended.signal, this.closing.signal]);
    const discard = (one: EventStoreDBClient): void => void closeChannel(one);
    const probe = (one: EventStoreDBClient): Promise<unknown> => {
      const { credentials, closing } = this;
      return read({ client: one, credentials, closing }, PROBE_MS, IDENTITY_STREAM, { count: 1 });
    };
    void seek({ open: () => newClient(this.url), probe, discard, signal }).then((found) => {
      this.doubted = undefined;
      if (!found) return;
      if (client === this.current && !signal.aborted) this.replace(client, cause, found);
      else discard(found);
    });
  }

  async close(): Promise<void> {
    this.closing.abort();
    await closeChannel(this.current);
  }

  /** The client may have another channel now. */
  private lost(): void {
    this.losses += 1;
    this.watched = undefined;
  }

  /** Notices a lost connection also while no call is under way: gRPC opens the next one by itself. */
  private async watch(client: EventStoreDBClient): Promise<void> {
    this.watched = client;
    const channel = await client['getChannel']().catch(() => undefined);
    const follow = (): void => {
      const state = channel?.getConnectivityState(false);
      if (!channel || state === undefined || state === connectivityState.SHUTDOWN) return;
      channel.watchConnectivityState(state, Infinity, () => {
        if (state === connectivityState.READY) this.losses += 1;
        follow();
      });
    };
    follow();
  }
}

/** Each call under way listens, and there may be any number of them. */
const unlimited = (): AbortController => {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
};

let clients = 0;

/**
 * A client on a connection of its own. gRPC shares one connection, even a dead one, among all channels with equal
 * settings. A new client alone would not help, so each gets a keep-alive timeout that differs by one millisecond.
 */
const newClient = (url: string): EventStoreDBClient => {
  clients = (clients + 1) % 1_000;
  const known = inTheClientsWords(url);
  const own = [`keepAliveTimeout=${10_000 + clients}`];
  // A frozen node would be waited for 5 s. In seconds, and no fraction.
  if (!/[?&]gossipTimeout=/i.test(known)) own.push('gossipTimeout=1');
  return EventStoreDBClient.connectionString(`${known}${known.includes('?') ? '&' : '?'}${own.join('&')}`);
};

/**
 * The server has been renamed, and connection strings may begin with the new name; the protocol and the client keep the
 * old one. With `+discover` the client asks only the first of several nodes, though each node knows the cluster.
 * Without it, the client asks the nodes one after the other.
 */
const inTheClientsWords = (url: string): string => {
  const known = url.replace(/^kurrentdb/, 'esdb');
  return /^[^?]*,/.test(known) ? known.replace(/^esdb\+discover/, 'esdb') : known;
};

/**
 * Closes the client's connection once the calls on it have ended. The client's own `dispose` is no use here: it leaves
 * the connection open, and it ends reads in the middle as if they had been complete.
 */
const closeChannel = async (client: EventStoreDBClient): Promise<void> => {
  const channel = await client['getChannel']().catch(() => undefined);
  channel?.close();
};
