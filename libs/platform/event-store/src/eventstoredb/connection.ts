import { type Credentials, EventStoreDBClient } from '@eventstore/db-client';
import { StoreUnavailable } from '@kernel';
import type { Log } from '@platform/telemetry';

/** After so many failures in a row the client is given up: it may hold on to a connection that is no good. */
const FAILURES_PER_CLIENT = 3;

/** The client in use. Whoever uses it reports how it went, so that a client that keeps failing is replaced. */
export class Connection {
  /** Aborted when the store is closed. */
  readonly closing = new AbortController();
  private current: EventStoreDBClient;
  private failures = 0;

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

  worked(client: EventStoreDBClient): void {
    if (client === this.current) this.failures = 0;
  }

  failed(client: EventStoreDBClient, cause: unknown): void {
    if (client !== this.current) return;
    this.failures += 1;
    if (this.failures >= FAILURES_PER_CLIENT) this.replace(client, cause);
  }

  /** Gives the client up, unless that has been done: the next call connects anew. */
  replace(client: EventStoreDBClient, cause: unknown): void {
    if (client !== this.current || this.closing.signal.aborted) return;
    this.log.warn({ cause: String(cause) }, 'Connecting to EventStoreDB anew');
    this.failures = 0;
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
 * A client on a connection of its own. gRPC hands the same connection to all channels of equal settings, a dead one too,
 * so that a new client alone would change nothing: each gets a keep-alive timeout that differs by a millisecond.
 */
const newClient = (url: string): EventStoreDBClient => {
  clients = (clients + 1) % 1_000;
  const known = inTheClientsWords(url);
  return EventStoreDBClient.connectionString(
    `${known}${known.includes('?') ? '&' : '?'}keepAliveTimeout=${10_000 + clients}`,
  );
};

/**
 * The server has a new name, and strings may begin with it; the protocol and the client have kept the old one. And with
 * `+discover` the client asks the first of several nodes only, though any of them can tell of the cluster: without it, it
 * asks one after the other.
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
