import { createPostgresEventStore, eventStoreSchema } from '@platform/event-store';
import { Pool } from 'pg';
import { describeEventStore } from '../../../../../test/contract/event-store.contract';
import { type TestDatabase, withPostgres } from '../../../../../test/support/postgres';

let database: TestDatabase;

beforeAll(async () => {
  database = await withPostgres(eventStoreSchema);
});
afterAll(() => database.close());

/** A store with a pool of its own, as every process has, connected as the application is. */
const openStore = () => {
  const pool = new Pool({ connectionString: database.appUrl, max: 5, connectionTimeoutMillis: 1_000 });
  // A pool reports lost idle connections here, and nowhere else.
  pool.on('error', () => undefined);
  const store = createPostgresEventStore({ pool, listen: () => database.appUrl, log: { warn: () => undefined } });
  const close = async (): Promise<void> => {
    await store.close();
    await pool.end();
  };
  return { store, close };
};

describeEventStore('Postgres', () => {
  const stores = [openStore()];
  return {
    store: stores[0]!.store,
    secondStore: () => {
      const second = openStore();
      stores.push(second);
      return second.store;
    },
    drop: () => database.cut(),
    close: async () => {
      await Promise.all(stores.map((each) => each.close()));
    },
  };
});
