import type { Pool } from 'pg';
import { type Event, type EventStore, type Projection, batches } from '@kernel';
import type { Log } from '../log';
import { type Work, handle } from './fold-batch';
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
      options.log.warn(
        { err: error, read_model: projection.name },
        'projection interrupted; resuming from its checkpoint',
      );
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
  const work: Work<R, E> = { projection, target: table, parked: new Set((await table.state.parked()).keys()), log };
  let checkpoint = await table.state.checkpoint();
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

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
