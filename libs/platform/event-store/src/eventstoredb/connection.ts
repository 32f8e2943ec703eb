import { setMaxListeners } from 'node:events';
import { type Credentials, EventStoreDBClient } from '@eventstore/db-client';
import { StoreUnavailable } from '@kernel';
import type { Log } from '@platform/telemetry';
import { isLate } from './no-answer';

/** The client is replaced after this many failures in a row: it may keep using a broken connection. */
const FAILURES_PER_CLIENT = 3;

/** The client in use. Callers report each success and failure, so that a client that keeps failing is replaced. */
export class Connection {
  /** Aborted when the store is closed. */
  readonly closing = new AbortController();
  private current: EventStoreDBClient;
  private failures = 0;
  /** When the current client got its last answer, on the clock of `performance.now`. */
  private answeredAt = -Infinity;

  constructor(
    private readonly url: string,
    readonly credentials: Credentials | undefined,
    private readonly log: Pick<Log, 'warn'>,
  ) {
    this.current = newClient(url);
    // Each call under way listens, and there may be any number of them.
    setMaxListeners(0, this.closing.signal);
  }

  /** @throws {StoreUnavailable} when the store has been closed. */
  get client(): EventStoreDBClient {
    if (this.closing.signal.aborted) throw new StoreUnavailable('The event store has been closed.');
    return this.current;
  }

  worked(client: EventStoreDBClient): void {
    if (client !== this.current) return;
    this.failures = 0;
    this.answeredAt = performance.now();
  }

  /**
   * A call without an answer is no failure of a connection on which others are answered meanwhile.
   * @param began when the call began, on the clock of `performance.now`
   */
  failed(client: EventStoreDBClient, cause: unknown, began = Infinity): void {
    if (client !== this.current || (isLate(cause) && this.answeredAt > began)) return;
    this.failures += 1;
    if (this.failures >= FAILURES_PER_CLIENT) this.replace(client, cause);
  }

  /** Replaces the client, unless it has been replaced already; the next call opens a new connection. */
  replace(client: EventStoreDBClient, cause: unknown): void {
    if (client !== this.current || this.closing.signal.aborted) return;
    this.log.warn({ cause: String(cause) }, 'connecting to EventStoreDB again');
    this.failures = 0;
    this.answeredAt = -Infinity;
    this.current = newClient(this.url);
    void closeChannel(client);
  }

  async close(): Promise<void> {
    this.closing.abort();
    await closeChannel(this.current);
  }
}

let clients = 0;

/**
 * A client on a connection of its own. gRPC shares one connection, even a dead one, among all channels with equal
 * settings. A new client alone would not help, so each gets a keep-alive timeout that differs by one millisecond.
 */
const newClient = (url: string): EventStoreDBClient => {
  clients = (clients + 1) % 1_000;
  const known = inTheClientsWords(url);
  return EventStoreDBClient.connectionString(
    `${known}${known.includes('?') ? '&' : '?'}keepAliveTimeout=${10_000 + clients}`,
  );
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
