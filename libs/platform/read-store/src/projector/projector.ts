import type { Pool } from 'pg';
import { type Delivery, type Event, type EventStore, type Projection, type Recorded, batches } from '@kernel';
import type { Log } from '../log';
import { foldBatch } from './fold-batch';
import type { Progress } from './progress';
import { ReadModelTable } from './read-model-table';

export interface ProjectorOptions {
  readonly store: EventStore;
  readonly pool: Pool;
  readonly progress: Progress;
  readonly log: Log;
  readonly signal: AbortSignal;
}

const BATCH = 500;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;

/**
 * Keeps a read model: folds batches of events into its rows, with the checkpoint in the same transaction. A driver's error
 * is retried from the checkpoint; an error out of the pure projection parks the event's stream, and the others go on.
 * Ends when the signal aborts.
 */
export const runProjector = async <R extends object, E extends Event>(
  projection: Projection<R, E>,
  options: ProjectorOptions,
): Promise<void> => {
  let retryMs = FIRST_RETRY_MS;
  while (!options.signal.aborted) {
    try {
      for await (const _ of project(projection, options)) retryMs = FIRST_RETRY_MS;
    } catch (error) {
      options.log.warn({ err: error, read_model: projection.name }, 'projection interrupted; resuming from its checkpoint');
      await pause(retryMs, options.signal);
      retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
    }
  }
};

async function* project<R extends object, E extends Event>(
  projection: Projection<R, E>,
  { store, pool, progress, log, signal }: ProjectorOptions,
): AsyncGenerator<void> {
  const table = await ReadModelTable.open<R>(pool, projection.name);
  const work: Work<R, E> = { projection, table, parked: await table.parked(), log };
  let checkpoint = await table.checkpoint();
  progress.advance(projection.name, checkpoint);
  const attempt = new AbortController();
  const stop = AbortSignal.any([signal, attempt.signal]);
  try {
    const deliveries = store.subscribe({ after: checkpoint, categories: projection.categories, signal: stop });
    for await (const batch of batches(deliveries, BATCH)) {
      checkpoint = await handle(work, batch, checkpoint);
      progress.advance(projection.name, checkpoint);
      yield;
    }
  } finally {
    attempt.abort();
  }
}

interface Work<R extends object, E extends Event> {
  readonly projection: Projection<R, E>;
  readonly table: ReadModelTable<R>;
  /** Streams that are set aside, with their later events. */
  readonly parked: Set<string>;
  readonly log: Log;
}

/** Folds a batch into the table. @returns the position up to which the read model now stands */
const handle = async <R extends object, E extends Event>(work: Work<R, E>, batch: readonly Delivery[], from: bigint): Promise<bigint> => {
  const to = reached(batch, from);
  if (to === from) return from;
  const events = eventsAfter<E>(batch, from);
  try {
    const { projection, table, parked, log } = work;
    await table.write(await foldBatch(projection, table, parked, events, log), from, to);
    return to;
  } catch (error) {
    if (!isRefusal(error) || events.length === 0) throw error;
    // The table refuses a row, and will refuse it again: find the event by itself, so that only its stream is set aside.
    const [only] = events;
    if (only && events.length === 1) await park(work, only, error);
    let checkpoint = from;
    for (const delivery of batch) checkpoint = await handle(work, [delivery], checkpoint);
    return checkpoint;
  }
};

const reached = (batch: readonly Delivery[], from: bigint): bigint =>
  batch.reduce((highest, delivery) => {
    const position = delivery.kind === 'event' ? delivery.recorded.position : delivery.position;
    return position > highest ? position : highest;
  }, from);

/** What stands at or before the checkpoint has been folded already, and a subscription may deliver an event again. */
const eventsAfter = <E extends Event>(batch: readonly Delivery[], from: bigint): Recorded<E>[] => {
  const events: Recorded<E>[] = [];
  for (const delivery of batch) {
    if (delivery.kind === 'event' && delivery.recorded.position > (events.at(-1)?.position ?? from)) events.push(delivery.recorded as Recorded<E>);
  }
  return events;
};

/** Sets the stream of an event aside whose row the table refuses. */
const park = async <R extends object, E extends Event>({ projection, table, parked, log }: Work<R, E>, recorded: Recorded<E>, error: unknown) => {
  parked.add(recorded.stream);
  log.warn({ err: error, read_model: projection.name, stream: recorded.stream, event_id: recorded.id }, 'stream parked');
  await table.park(recorded.stream, recorded.position, String(error));
};

/** Data that a type or a constraint refuses (SQLSTATE classes 22 and 23), as against a fault of the connection. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^2[23]/.test(error.code);

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
