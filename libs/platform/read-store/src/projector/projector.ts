import type { Pool } from 'pg';
import { type Delivery, type Event, type EventStore, type Projection, type Recorded, batches } from '@kernel';
import type { Log } from '../log';
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
  const parked = await table.parked();
  let checkpoint = await table.checkpoint();
  progress.advance(projection.name, checkpoint);
  const attempt = new AbortController();
  const stop = AbortSignal.any([signal, attempt.signal]);
  try {
    const deliveries = store.subscribe({ after: checkpoint, categories: projection.categories, signal: stop });
    for await (const batch of batches(deliveries, BATCH)) {
      const position = reached(batch, checkpoint);
      if (position > checkpoint) {
        await table.write(await foldBatch(projection, table, parked, batch, log), checkpoint, position);
        checkpoint = position;
        progress.advance(projection.name, position);
      }
      yield;
    }
  } finally {
    attempt.abort();
  }
}

const reached = (batch: readonly Delivery[], from: bigint): bigint =>
  batch.reduce((highest, delivery) => {
    const position = delivery.kind === 'event' ? delivery.recorded.position : delivery.position;
    return position > highest ? position : highest;
  }, from);

const foldBatch = async <R extends object, E extends Event>(
  projection: Projection<R, E>,
  table: ReadModelTable<R>,
  parked: Set<string>,
  batch: readonly Delivery[],
  log: Log,
): Promise<Map<string, R | null>> => {
  const events = batch.flatMap((delivery) => (delivery.kind === 'event' ? [delivery.recorded as Recorded<E>] : []));
  const rows: Map<string, R | null> = await table.load(touched(projection, events));
  for (const recorded of events) {
    if (parked.has(recorded.stream)) continue;
    try {
      for (const [key, row] of foldEvent(projection, recorded, rows)) rows.set(key, row);
    } catch (error) {
      // A pure function fails the same way each time: set the stream aside with its successors, and let others go on.
      parked.add(recorded.stream);
      log.warn({ err: error, read_model: projection.name, stream: recorded.stream, event_id: recorded.id }, 'stream parked');
      await table.park(recorded.stream, recorded.position, String(error));
    }
  }
  return rows;
};

const touched = <R extends object, E extends Event>(projection: Projection<R, E>, events: readonly Recorded<E>[]): string[] => [
  ...new Set(events.flatMap((recorded) => {
    try {
      return projection.keys(recorded);
    } catch {
      return []; // Folding it will fail in the same way, and park it.
    }
  })),
];

const foldEvent = <R extends object, E extends Event>(
  projection: Projection<R, E>,
  recorded: Recorded<E>,
  rows: ReadonlyMap<string, R | null>,
): [string, R | null][] =>
  projection.keys(recorded).map((key) => [key, projection.evolve(rows.get(key) ?? null, recorded, key)]);

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
