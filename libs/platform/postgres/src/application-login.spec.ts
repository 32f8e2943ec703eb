import { Client } from 'pg';
import { type TestDatabase, withPostgres } from '../../../../test/support/postgres';
import { applicationPool, openApplicationLogin, problemWithLogin } from './index';

let database: TestDatabase;
beforeAll(async () => {
  database = await withPostgres();
});
afterAll(() => database.close());

const withPool = async <T>(url: string, work: (pool: ReturnType<typeof applicationPool>) => Promise<T>): Promise<T> => {
  const pool = applicationPool(url, { name: 'spec', connectMs: 60_000 }, { warn: () => undefined });
  return work(pool).finally(() => pool.end());
};

/** Other specs log in by this role of the server at the same time: as all who change it, under its lock. */
const alterRole = async (rights: string): Promise<void> => {
  const client = new Client(Object.assign(new URL(database.url), { pathname: '/postgres' }).href);
  await client.connect();
  await client.query("select pg_advisory_lock(hashtextextended('waymark/roles', 0))");
  await client.query(`alter role waymark_app ${rights}`).finally(() => client.end());
};

describe("the application's login", () => {
  // The database is like one of an earlier version: its role exists and may not log in.
  it('is the same for processes that start together', async () => {
    const urls = await Promise.all(Array.from({ length: 4 }, () => openApplicationLogin(database.url)));
    expect(new Set(urls).size).toBe(1);
    expect(urls[0]).not.toContain(new URL(database.url).password);
    await withPool(urls[0] ?? '', async (pool) => {
      const { rows } = await pool.query('select session_user::text as login, current_user::text as role');
      expect(rows).toEqual([{ login: 'waymark_app', role: 'waymark_app' }]);
    });
  });

  it('has no more power than the application needs, whatever it was given before', async () => {
    await alterRole('createrole createdb');
    await withPool(await openApplicationLogin(database.url), async (pool) => {
      expect(await problemWithLogin(pool)).toBeUndefined();
      const { rows } = await pool.query(
        'select rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication as more from pg_roles ' +
          'where rolname = session_user',
      );
      expect(rows).toEqual([{ more: false }]);
    });
  });

  it('differs from that of one with too much power', async () => {
    expect(await withPool(database.url, problemWithLogin)).toBe('logs in as a superuser');
    const url = await openApplicationLogin(database.url);
    await database.query('create table mine (id int); alter table mine owner to waymark_app');
    expect(await withPool(url, problemWithLogin)).toContain('owns the tables');
  });
});
