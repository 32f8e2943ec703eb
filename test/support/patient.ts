import type { EventStore } from '@kernel';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { insist } from './insist';

/** Below the limit of a test. */
const PATIENCE_MS = 120_000;
const LIMITS = /(statement_timeout|lock_timeout|idle_in_transaction_session_timeout)=\d+/g;

/**
 * The limits of requests protect a gateway, and a busy machine exceeds them. Where a test does not ask for them, a
 * pool gets none that it could reach.
 */
export const makePatient = async (pool: Pool): Promise<void> => {
  const { options } = pool;
  Object.assign(options, {
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
    options: options.options?.replaceAll(LIMITS, `$1=${PATIENCE_MS}`),
  });
  // A connection that was opened before has the limits from before.
  while (pool.idleCount > 0) (await pool.connect()).release(true);
};

/** The pool under typeorm. */
export const poolOf = ({ driver }: DataSource): Pool => (driver as unknown as { readonly master: Pool }).master;

/** A store whose caller repeats what a busy machine has shed: an append is made once, however often it is sent. */
export const patientStore = (store: EventStore): EventStore => ({
  append: (...args) => insist(() => store.append(...args)),
  read: (...args) => insist(() => store.read(...args)),
  head: (...args) => insist(() => store.head(...args)),
  identity: () => insist(() => store.identity()),
  identify: (id) => insist(() => store.identify(id)),
  subscribe: (options) => store.subscribe(options),
  close: () => store.close(),
});
