import {
  type Delivery,
  type EventStore,
  EventStoreMismatch,
  type Recorded,
  StoreUnavailable,
  type Subscribe,
} from '@kernel';
import { retry } from '@platform/async';
import { keepListening } from '@platform/postgres';
import type { Log } from '@platform/telemetry';
import type { ClientConfig, Pool } from 'pg';
import { createBatcher } from './batcher';
import { Feed, type Follower } from './feed';
import { type EventPage, createQueries } from './queries';

export interface PostgresEventStoreOptions {
  /**
   * Connections as `waymark_app`, with a `connectionTimeoutMillis`, and with a listener for the pool's own 'error'.
   * The caller owns them: `close` leaves them open.
   */
  readonly pool: Pool;
  /** The address of the one LISTEN connection, which the first subscription opens. No pooler in transaction mode. */
  readonly listen: () => ClientConfig;
  readonly log: Pick<Log, 'warn'>;
}

/** Milliseconds between two signs of life of the listening session, and the longest wait before it is opened again. */
const BEAT_MS = 5_000;
const LAST_RETRY_MS = 5_000;

/**
 * The event store in Postgres; the schema is `eventStoreMigrations`. One per process: it owns the process's batch of
 * appends.
 */
export const createPostgresEventStore = ({ pool, listen, log }: PostgresEventStoreOptions): EventStore => {
  const closing = new AbortController();
  const queries = createQueries(pool);
  const feed = new Feed(queries.readPage);
  const batcher = createBatcher({
    send: queries.append,
    sending: () => feed.expectCommit(),
    committed: (position, categories) => feed.notify(position, categories.join(',')),
  });
  let listening: Promise<void> | undefined;

  const startListening = (): Promise<void> =>
    (listening ??= keepListening({
      connect: listen,
      purpose: 'listening for appended events',
      beatMs: BEAT_MS,
      lastRetryMs: LAST_RETRY_MS,
      channel: 'waymark_events',
      onPayload: (payload) => {
        const [, position, categories = ''] = /^(\d+):(.*)$/s.exec(payload) ?? [];
        if (position !== undefined) feed.hear(BigInt(position), categories);
      },
      onListening: () => feed.resync(),
      onLost: () => feed.lost(),
      log,
      signal: closing.signal,
    }));

  return {
    read: (stream, wanted = {}) => queries.readStream(stream, wanted),
    // Async, so that a value that JSON refuses becomes a rejection as well.
    append: async (stream, events, expected) => batcher.append(stream, events, expected),
    head: (categories) => queries.head(categories),
    identity: () => queries.identity(),
    identify: (id) => queries.identify(id),

    async *subscribe({ after, categories, signal, onReconnect }: Subscribe): AsyncIterable<Delivery> {
      const stop = AbortSignal.any([signal, closing.signal]);
      if (stop.aborted) return;
      void startListening();
      const follower = feed.follow(categories);
      const leave = (): void => follower.leave();
      stop.addEventListener('abort', leave);
      try {
        yield* deliveries(follower, after, stop, onReconnect);
      } finally {
        stop.removeEventListener('abort', leave);
        leave();
      }
    },

    close: async () => {
      closing.abort();
      await Promise.all([batcher.close(), listening]);
    },
  };
};

async function* deliveries(
  follower: Follower,
  after: bigint,
  stop: AbortSignal,
  onReconnect: Subscribe['onReconnect'],
): AsyncIterable<Delivery> {
  let position = after;
  let last: Recorded | undefined;
  let compared = 0;
  /** Reads a page. After a lost connection another store may answer, so the last event is compared again. */
  const read = async (): Promise<EventPage> => {
    const page = await follower.read(position);
    const { losses } = follower;
    const wasLost = losses > compared;
    if (wasLost || !follower.watched) await onReconnect?.({ last, position, wasLost });
    compared = losses;
    return page;
  };
  const onFailure = (error: unknown): void => {
    if (!(error instanceof StoreUnavailable) || error instanceof EventStoreMismatch) throw error;
    follower.losses += 1;
  };
  while (!stop.aborted) {
    const page = await retry(read, { signal: stop, onFailure });
    if (!page) return;
    for (const recorded of page.events) {
      if (stop.aborted) return;
      last = recorded;
      yield { kind: 'event', recorded };
    }
    position = page.covered;
    if (!page.complete || stop.aborted) continue;
    yield { kind: 'caught-up', position };
    await follower.newerThan(position);
  }
}
