import { type TestDatabase, withPostgres } from '../../../../test/support/postgres';
import { eventually } from '../../../../test/support/programs';
import { applicationPool } from './connections';

describe('a pool of connections', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await withPostgres();
  });
  afterAll(() => database.close());

  it('survives a checked-out connection that breaks between two queries, and provides a working one next', async () => {
    const pool = applicationPool(database.url, { name: 'spec', connectMs: 60_000 }, { warn: () => undefined });
    try {
      const client = await pool.connect();
      // Not events.once: it would listen to the error in place of the pool.
      const ended = new Promise<void>((resolve) => client.once('end', resolve));
      await database.cut();
      await ended;
      const error = await client.query('select 1').then(
        () => undefined,
        (failure: Error) => failure,
      );
      client.release(error);
      expect(error?.message).toMatch(/not queryable|terminat/i);
      expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    } finally {
      await pool.end();
    }
  });

  it('keeps as many as it is told to while none is used, and closes the others', async () => {
    const pool = applicationPool(
      database.url,
      { name: 'spec', kept: 2, most: 4, connectMs: 60_000 },
      { warn: () => undefined },
    );
    pool.options.idleTimeoutMillis = 1;
    const pids = async (count: number) => {
      const clients = await Promise.all(Array.from({ length: count }, () => pool.connect()));
      const answers = await Promise.all(
        clients.map((one) => one.query<{ pid: number }>('select pg_backend_pid() pid')),
      );
      for (const one of clients) one.release();
      return answers.map(({ rows }) => rows[0]?.pid);
    };
    try {
      const all = await pids(4);
      await eventually(() => expect(pool.totalCount).toBe(2));
      const again = await pids(2);
      expect(all).toEqual(expect.arrayContaining(again));
      expect(pool.totalCount).toBe(2);
    } finally {
      await pool.end();
    }
  });
});
