import type { Pool } from 'pg';
import { type TestDatabase, withPostgres } from '../../../../test/support/postgres';
import { openEventStore, type OpenStore } from '../../../../test/support/postgres-event-store';
import { DatabaseClock } from './database-clock';

/** A database with this round-trip time, half of it each way, whose clock is 1,000,000 ms ahead. */
const slowDatabase = (...roundTrips: number[]) => {
  let elapsed = 0;
  const query = async () => {
    const half = (roundTrips.shift() ?? 0) / 2;
    const now = 1_000_000 + (elapsed += half);
    elapsed += half;
    return Promise.resolve({ rows: [{ now }] });
  };
  return {
    pool: { query } as unknown as Pick<Pool, 'query'>,
    elapsed: () => elapsed,
    pass: (ms: number) => (elapsed += ms),
  };
};

describe("the database's clock", () => {
  it('is known without a query between measurements', async () => {
    const { pool, elapsed, pass } = slowDatabase(8, 8, 8);
    const clock = new DatabaseClock(pool, elapsed);
    expect(clock.now()).toBeNaN();
    await clock.measure();
    pass(5_000);
    expect(clock.now()).toBe(1_000_000 + 5_024);
  });

  it('is taken from the quickest answer, and outlasts a lost database', async () => {
    const { pool, elapsed } = slowDatabase(900, 2, 400);
    const clock = new DatabaseClock(pool, elapsed);
    await clock.measure();
    expect(clock.now()).toBe(1_000_000 + elapsed());
    pool.query = async () => Promise.reject(new Error('connection refused'));
    await expect(clock.measure()).rejects.toThrow('connection refused');
    expect(clock.now()).toBe(1_000_000 + elapsed());
  });

  it('is measured again after a jump, and stays exact when answers become slow', async () => {
    let jump = 0;
    const asked: number[] = [];
    let elapsed = 0;
    const query = async () => {
      asked.push(elapsed);
      const now = 1_000_000 + jump + elapsed;
      // The whole slow round trip is the answer's, so half of it is the error.
      elapsed += asked.length > 3 ? 2_000 : 2;
      return Promise.resolve({ rows: [{ now }] });
    };
    const clock = new DatabaseClock({ query } as unknown as Pick<Pool, 'query'>, () => elapsed);
    await clock.measure();
    await clock.measure();
    expect(Math.abs(clock.now() - (1_000_000 + elapsed))).toBeLessThanOrEqual(1);
    jump = 90_000;
    await clock.measure();
    expect(Math.abs(clock.now() - (1_090_000 + elapsed))).toBeLessThanOrEqual(1_000);
  });

  describe('in Postgres', () => {
    let database: TestDatabase;
    let open: OpenStore;

    beforeAll(async () => {
      database = await withPostgres();
      open = openEventStore(database);
    });
    afterAll(async () => {
      await open.close();
      await database.close();
    });

    it('lies between two instants of the database', async () => {
      const clock = new DatabaseClock(open.pool);
      await clock.measure();
      const instant = async () => {
        const { rows } = await open.pool.query<{ at: Date }>('select clock_timestamp() as at');
        return rows[0]?.at.getTime() ?? NaN;
      };
      const before = await instant();
      const between = clock.now();
      const after = await instant();
      // Half of the quickest round trip, which a busy machine may draw out, and the milliseconds that pg cuts off.
      expect(between).toBeGreaterThan(before - 60_000);
      expect(between).toBeLessThan(after + 60_000);
    });
  });
});
