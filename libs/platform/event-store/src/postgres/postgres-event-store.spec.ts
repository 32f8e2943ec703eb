import { NO_STREAM } from '@kernel';
import { eventStoreMigrations } from '@platform/event-store';
import type { QueryResult } from 'pg';
import { randomUUID } from 'node:crypto';
import { describeEventStore } from '../../../../../test/contract/event-store.contract';
import { metadata } from '../../../../../test/contract/event-store.support';
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

it('reads a long stream by pages, none of which could be answered too late', async () => {
  const { store, pool, close } = openEventStore(database);
  const event = { type: 'SomethingHappened', data: { text: 'x'.repeat(200) } };
  const append = (expected: bigint) =>
    store.append(
      'long-1',
      Array.from({ length: 1_250 }, () => ({ id: randomUUID(), event, metadata: metadata() })),
      expected,
    );
  await append(NO_STREAM);
  await append(1_249n);
  const answers: number[] = [];
  const query = pool.query.bind(pool) as (...of: unknown[]) => Promise<QueryResult>;
  Object.assign(pool, {
    query: async (...asked: unknown[]) => {
      const result = await query(...asked);
      answers.push(result.rows.length);
      return result;
    },
  });
  const revisions = (await store.read('long-1')).map(({ revision }) => revision);
  expect(revisions).toEqual(Array.from({ length: 2_500 }, (_, revision) => BigInt(revision)));
  expect(answers).toEqual([1_000, 1_000, 500]);
  answers.length = 0;
  expect(await store.read('long-1', { from: 1_500n })).toHaveLength(1_000);
  expect(answers).toEqual([1_000, 0]);
  await close();
});
