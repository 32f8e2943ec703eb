import { eventStoreMigrations } from '@platform/event-store';
import { describeEventStore } from '../../../../../test/contract/event-store.contract';
import { type TestDatabase, withPostgres } from '../../../../../test/support/postgres';
import { patientStore } from '../../../../../test/support/patient';
import { openEventStore } from '../../../../../test/support/postgres-event-store';

let database: TestDatabase;

beforeAll(async () => {
  database = await withPostgres(...eventStoreMigrations.map(({ sql }) => sql));
});
afterAll(() => database.close());

describeEventStore('Postgres', () => {
  const first = openEventStore(database);
  const stores = [first];
  return {
    store: patientStore(first.store),
    secondStore: () => {
      const second = openEventStore(database);
      stores.push(second);
      return patientStore(second.store);
    },
    drop: () => database.cut(),
    close: async () => {
      await Promise.all(stores.map((each) => each.close()));
    },
  };
});
