import type { Event, Projection } from '@kernel';
import { type RunOptions, foldInto, runProcessor } from '@platform/processing';
import type { Pool } from 'pg';
import { PostgresProcessorState } from './processor-state';
import { ReadModelTable } from './read-model-table';

export interface ProjectorOptions extends RunOptions {
  readonly pool: Pool;
  /** How long it gathers events after a batch, in milliseconds. */
  readonly restMs?: number;
}

/** Keeps a read model in its table, with its state in the same transaction, until the signal aborts. */
export const runProjector = <R extends object, E extends Event>(
  projection: Projection<R, E>,
  { pool, restMs, ...options }: ProjectorOptions,
): Promise<void> => {
  const { name, categories } = projection;
  const state = new PostgresProcessorState(pool, name);
  const handle = foldInto(projection, new ReadModelTable<R>(pool, name));
  return runProcessor({ name, categories, state, handle, ...(restMs && { restMs }) }, options);
};
