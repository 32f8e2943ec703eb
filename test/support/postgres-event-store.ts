import type { EventStore } from '@kernel';
import { createPostgresEventStore } from '@platform/event-store';
import type { ClientConfig, Pool } from 'pg';
import { testPool } from './pool';
import type { TestDatabase } from './postgres';

export interface OpenStore {
  readonly store: EventStore;
  readonly pool: Pool;
  close(): Promise<void>;
}

/** An event store as one process has it: a separate pool, connected with the application's rights. */
export const openEventStore = (
  database: TestDatabase,
  listen: () => ClientConfig = () => ({ connectionString: database.appUrl }),
): OpenStore => {
  const pool = testPool({ connectionString: database.appUrl, max: 5, connectionTimeoutMillis: 60_000 });
  const store = createPostgresEventStore({ pool, listen, log: { warn: () => undefined } });
  const close = async (): Promise<void> => {
    await store.close();
    await pool.end();
  };
  return { store, pool, close };
};
