import { type Delivery, type EventStore, StoreUnavailable, type Subscribe } from '@kernel';
import type { ClientConfig, Pool } from 'pg';
import { createBatcher } from './batcher';
import { createFeed, type Follower } from './feed';
import { backOff, keepListening, type Log } from './listener';
import { createQueries, type Page } from './queries';

export interface PostgresEventStoreOptions {
  /**
   * Connections as `waymark_app`, with a `connectionTimeoutMillis`, and with a listener for the pool's own 'error'.
   * They stay the caller's: `close` leaves them open.
   */
  readonly pool: Pool;
  /** Where the one connection for LISTEN goes; it is opened with the first subscription. */
  readonly listen: () => ClientConfig | string;
  readonly log: Log;
}

/** The event store in Postgres; the schema is `eventStoreSchema`. One per process: it owns the process's batch of appends. */
export const createPostgresEventStore = ({ pool, listen, log }: PostgresEventStoreOptions): EventStore => {
  const closing = new AbortController();
  const queries = createQueries(pool);
  const feed = createFeed(queries.readPage);
  const batcher = createBatcher({
    send: queries.append,
    committed: (position, categories) => feed.notify(position, categories.join(',')),
  });
  let listening: Promise<void> | undefined;

  const startListening = (): Promise<void> =>
    (listening ??= keepListening({
      listen,
      notified: feed.notify,
      connected: feed.resync,
      log,
      signal: closing.signal,
    }));

  return {
    read: (stream, { from = 0n } = {}) => queries.readStream(stream, from),
    // Async, so that what JSON refuses is a rejection as well.
    append: async (stream, events, expected) => batcher.append(stream, events, expected),
    head: (categories) => queries.head(categories),

    async *subscribe({ after, categories, signal }: Subscribe): AsyncIterable<Delivery> {
      const stop = AbortSignal.any([signal, closing.signal]);
      if (stop.aborted) return;
      void startListening();
      const follower = feed.follow(categories);
      stop.addEventListener('abort', follower.leave);
      try {
        yield* deliveries(follower, after, stop);
      } finally {
        stop.removeEventListener('abort', follower.leave);
        follower.leave();
      }
    },

    close: async () => {
      closing.abort();
      await Promise.all([batcher.close(), listening]);
    },
  };
};

async function* deliveries(follower: Follower, after: bigint, stop: AbortSignal): AsyncIterable<Delivery> {
  let cursor = after;
  let failures = 0;
  while (!stop.aborted) {
    let page: Page;
    try {
      page = await follower.read(cursor);
      failures = 0;
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      failures += 1;
      await backOff(failures, stop);
      continue;
    }
    for (const recorded of page.events) {
      if (stop.aborted) return;
      yield { kind: 'event', recorded };
    }
    cursor = page.covered;
    if (!page.complete || stop.aborted) continue;
    yield { kind: 'caught-up', position: cursor };
    await follower.newerThan(cursor);
  }
}
