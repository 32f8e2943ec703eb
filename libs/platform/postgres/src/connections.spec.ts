import { type TestDatabase, withPostgres } from '../../../../test/support/postgres';
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
});
