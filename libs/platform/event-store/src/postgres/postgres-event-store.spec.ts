import { NO_STREAM } from '@kernel';
import { eventStoreMigrations } from '@platform/event-store';
import type { QueryResult } from 'pg';
import { randomUUID } from 'node:crypto';
import { describeEventStore } from '../../../../../test/contract/event-store.contract';
import { metadata } from '../../../../../test/contract/event-store.support';
import { type TestDatabase, withPostgres } from '../../../../../test/support/postgres';
import { patientStore } from '../../../../../test/support/patient';
import { type OpenStore, openEventStore } from '../../../../../test/support/postgres-event-store';

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

describe('long streams', () => {
  const event = { type: 'SomethingHappened', data: { text: 'x'.repeat(200) } };
  const append = ({ store }: OpenStore, stream: string, expected: bigint) => {
    const proposed = () => ({ id: randomUUID(), event, metadata: metadata() });
    return store.append(stream, Array.from({ length: 1_250 }, proposed), expected);
  };
  /** How many events each statement from now on returns, and how many statements were under way at most. */
  const watch = ({ pool }: OpenStore) => {
    const seen = { answers: [] as number[], underWay: 0, most: 0 };
    const query = pool.query.bind(pool) as (...of: unknown[]) => Promise<QueryResult>;
    const watched = async (asked: { readonly values: readonly unknown[] }) => {
      const isLater = asked.values[1] !== 0n;
      seen.underWay += Number(isLater);
      seen.most = Math.max(seen.most, seen.underWay);
      const result = await query(asked);
      seen.underWay -= Number(isLater);
      seen.answers.push(result.rows.length);
      return result;
    };
    Object.assign(pool, { query: watched });
    return seen;
  };

  it('are read by pages, none of which could be answered too late', async () => {
    const opened = openEventStore(database);
    await append(opened, 'long-1', NO_STREAM);
    await append(opened, 'long-1', 1_249n);
    const seen = watch(opened);
    const revisions = (await opened.store.read('long-1')).map(({ revision }) => revision);
    expect(revisions).toEqual(Array.from({ length: 2_500 }, (_, revision) => BigInt(revision)));
    expect(seen.answers.splice(0)).toEqual([1_000, 1_000, 500]);
    expect(await opened.store.read('long-1', { from: 1_500n })).toHaveLength(1_000);
    expect(seen.answers.splice(0)).toEqual([1_000, 0]);
    expect(await opened.store.read('long-1', { from: 100n, count: 1_200 })).toHaveLength(1_200);
    expect(await opened.store.read('long-1', { count: 1 })).toHaveLength(1);
    expect(seen.answers).toEqual([1_000, 200, 1]);
    await opened.close();
  });

  it('of one workspace are read one after the other behind their first pages', async () => {
    const opened = openEventStore(database);
    const streams = [2, 3, 4, 5].map((nth) => `long-${nth}`);
    for (const stream of streams) await append(opened, stream, NO_STREAM);
    const seen = watch(opened);
    const histories = await Promise.all(streams.map((stream) => opened.store.read(stream)));
    expect(histories.map(({ length }) => length)).toEqual([1_250, 1_250, 1_250, 1_250]);
    expect({ most: seen.most, answers: seen.answers.length }).toEqual({ most: 1, answers: 8 });
    await opened.close();
  });
});
