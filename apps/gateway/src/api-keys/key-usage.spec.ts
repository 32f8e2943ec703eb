import { Test } from '@nestjs/testing';
import type { Pool } from 'pg';
import { eventually, quiet, type TestReadStore, withReadStore } from '../../../../test/support/read-store';
import { KeyUsage } from './key-usage';
import { keyMigrations } from './key.migrations';

let test: TestReadStore;
beforeAll(async () => void (test = await withReadStore(keyMigrations)));
afterAll(() => test.close());

const AT = '2026-01-01T00:00:00.000Z';
const NEVER = 3_600_000;
let keys = 0;
const someKey = () => `key_${(keys += 1)}`;

const usageOf = async (keyId: string) => {
  const { rows } = await test.store.system.query<{ count: number; at: string }>(
    'SELECT request_count::float8 AS count, last_used_at AS at FROM key_usage WHERE key_id = $1',
    [keyId],
  );
  return rows[0] ?? null;
};

/** A gateway's counter that writes when the spec calls it. */
const counter = (pool: Pick<Pool, 'query'> = test.store.system, options = {}) =>
  new KeyUsage({ pool, log: quiet, every: NEVER, ...options });

/** The database behind a fault: the spec says in turn how each statement ends. */
const faulty = (
  ...fates: readonly ('down' | 'answer lost' | 'well')[]
): { pool: Pick<Pool, 'query'>; sent: number } => {
  const remaining = [...fates];
  const seen = {
    sent: 0,
    pool: {
      query: async (...statement: unknown[]) => {
        seen.sent += 1;
        const fate = remaining.shift() ?? 'well';
        if (fate === 'down') throw new Error('connection refused');
        const result = await Reflect.apply(test.store.system.query, test.store.system, statement);
        if (fate === 'answer lost') throw new Error('connection lost');
        return result;
      },
    } as Pick<Pool, 'query'>,
  };
  return seen;
};

const daysOf = async (keyId: string) => {
  const { rows } = await test.store.system.query<{ day: string; count: number }>(
    'SELECT day::text, request_count::float8 AS count FROM key_usage_days WHERE key_id = $1 ORDER BY day',
    [keyId],
  );
  return rows.map(({ day, count }) => [day, count]);
};

describe('the use of keys', () => {
  it('is written in one statement for all keys, soon after the first count', async () => {
    const database = faulty();
    const [one, other] = [someKey(), someKey()];
    const usage = counter(database.pool, { every: 20 });
    for (let n = 0; n < 5; n += 1) usage.count(one, 'ws_1', AT);
    usage.count(other, 'ws_2', '2026-01-01T00:00:00.500Z');
    await eventually(async () =>
      expect([await usageOf(one), await usageOf(other)]).toEqual([
        { count: 5, at: AT },
        { count: 1, at: '2026-01-01T00:00:00.500Z' },
      ]),
    );
    expect(database.sent).toBe(1);
  });

  it('is written by UTC day as well, in the same statement', async () => {
    const database = faulty('well', 'answer lost');
    const [one, other] = [someKey(), someKey()];
    const usage = counter(database.pool);
    for (const at of ['2026-01-01T23:59:59.999Z', '2026-01-02T00:00:00.000Z', '2026-01-01T12:00:00.000Z'])
      usage.count(one, 'ws_1', at);
    usage.count(other, 'ws_2', AT);
    await usage.flush();
    expect(database.sent).toBe(1);
    // Its answer is lost, and it is sent again.
    usage.count(one, 'ws_1', '2026-01-02T00:00:01.000Z');
    await usage.flush();
    await usage.flush();
    expect(await usageOf(one)).toEqual({ count: 4, at: '2026-01-02T00:00:01.000Z' });
    expect(await daysOf(one)).toEqual([
      ['2026-01-01', 2],
      ['2026-01-02', 2],
    ]);
    expect(await daysOf(other)).toEqual([['2026-01-01', 1]]);
  });

  it('adds up over several gateways that write the same keys at the same time', async () => {
    const [one, other] = [someKey(), someKey()];
    const gateways = [counter(), counter(), counter()];
    await Promise.all(
      gateways.map(async (usage, index) => {
        for (let n = 0; n < 20; n += 1) {
          for (const key of index % 2 ? [one, other] : [other, one])
            usage.count(key, 'ws_1', `2026-01-01T00:00:0${index}.000Z`);
          await usage.flush();
        }
      }),
    );
    expect([await usageOf(one), await usageOf(other)]).toEqual([
      { count: 60, at: '2026-01-01T00:00:02.000Z' },
      { count: 60, at: '2026-01-01T00:00:02.000Z' },
    ]);
  });

  it('is kept while Postgres is down, and written when it is back', async () => {
    const key = someKey();
    const { pool } = faulty('down', 'down', 'down');
    const usage = counter(pool, { every: 10 });
    usage.count(key, 'ws_1', AT);
    await usage.flush();
    usage.count(key, 'ws_1', AT);
    await eventually(async () => expect(await usageOf(key)).toEqual({ count: 2, at: AT }));
  });

  it('counts a batch once when its answer was lost', async () => {
    const key = someKey();
    const { pool } = faulty('answer lost', 'answer lost');
    const usage = counter(pool);
    usage.count(key, 'ws_1', AT);
    for (let n = 0; n < 3; n += 1) await usage.flush();
    usage.count(key, 'ws_1', AT);
    await usage.flush();
    expect(await usageOf(key)).toEqual({ count: 2, at: AT });
  });

  it('keeps a bounded number of keys in memory', async () => {
    const [one, other] = [someKey(), someKey()];
    const usage = counter(undefined, { mostKeys: 1 });
    for (const key of [one, other, one]) usage.count(key, 'ws_1', AT);
    await usage.flush();
    expect([await usageOf(one), await usageOf(other)]).toEqual([{ count: 2, at: AT }, null]);
  });

  it('never moves the last use back', async () => {
    const key = someKey();
    const usage = counter();
    for (const at of ['2026-01-01T00:00:02.000Z', '2026-01-01T00:00:01.000Z']) {
      usage.count(key, 'ws_1', at);
      await usage.flush();
    }
    expect(await usageOf(key)).toEqual({ count: 2, at: '2026-01-01T00:00:02.000Z' });
  });

  it('is written when the application closes', async () => {
    const key = someKey();
    const usage = counter();
    const module = await Test.createTestingModule({ providers: [{ provide: KeyUsage, useValue: usage }] }).compile();
    await module.init();
    usage.count(key, 'ws_1', AT);
    await module.close();
    expect(await usageOf(key)).toEqual({ count: 1, at: AT });
  });

  it('is visible to its own workspace only', async () => {
    const key = someKey();
    const usage = counter();
    usage.count(key, 'ws_ours', AT);
    await usage.flush();
    const seenBy = (workspace: string) =>
      test.store.inWorkspace(
        workspace,
        async (client) => (await client.query('SELECT FROM key_usage WHERE key_id = $1', [key])).rowCount,
      );
    expect([await seenBy('ws_ours'), await seenBy('ws_theirs')]).toEqual([1, 0]);
  });

  it('is written half a second after the first count of a batch, whatever is counted meanwhile', async () => {
    const sent: unknown[] = [];
    const pool = { query: (statement: unknown) => Promise.resolve(sent.push(statement)) } as unknown as Pick<
      Pool,
      'query'
    >;
    jest.useFakeTimers();
    try {
      const usage = new KeyUsage({ pool, log: quiet });
      for (let batch = 1; batch <= 2; batch += 1) {
        usage.count(someKey(), 'ws_1', AT);
        await jest.advanceTimersByTimeAsync(499);
        usage.count(someKey(), 'ws_1', AT);
        expect(sent).toHaveLength(batch - 1);
        await jest.advanceTimersByTimeAsync(1);
        expect(sent).toHaveLength(batch);
      }
    } finally {
      jest.useRealTimers();
    }
  });

  it('costs a request no statement: a million by a thousand keys are written in one', async () => {
    const database = faulty();
    const usage = counter(database.pool);
    const ids = Array.from({ length: 1_000 }, () => someKey());
    for (let n = 0; n < 1_000_000; n += 1) usage.count(ids[n % ids.length] ?? '', 'ws_1', AT);
    expect(database.sent).toBe(0);
    await usage.flush();
    expect(database.sent).toBe(1);
    expect(await usageOf(ids[999] ?? '')).toEqual({ count: 1_000, at: AT });
  });
});
