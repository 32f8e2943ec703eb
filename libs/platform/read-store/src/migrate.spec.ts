import { randomUUID } from 'node:crypto';
import { openApplicationLogin } from '@platform/postgres';
import { eventStoreMigrations } from '@platform/event-store';
import { Client } from 'pg';
import { createReadStore, type ReadStore } from '@platform/read-store';
import type { Log } from '@platform/telemetry';
import { insist } from '../../../../test/support/insist';
import { type TestDatabase, startServer, withPostgres } from '../../../../test/support/postgres';
import { eventually, quiet } from '../../../../test/support/read-store';

let database: TestDatabase;
const stores: ReadStore[] = [];

const open = async (url = database.url, log: Log = quiet) => {
  const store = await insist(() => createReadStore({ url, log, extraMigrations: [EXTRA] }));
  stores.push(store);
  return store;
};

beforeEach(async () => {
  database = await withPostgres();
});
afterEach(async () => {
  await Promise.all(stores.splice(0).map((store) => store.close()));
  await database.close();
});

const steps = () => database.query<{ name: string }>('select name from schema_migrations order by id');

/** Statements that wait for a lock. */
const waiting = () =>
  database.query<{ query: string }>(
    "select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );

describe('migrations', () => {
  it('run once: a second start changes nothing', async () => {
    await open();
    const first = await steps();
    const said: object[] = [];
    await open(database.url, { ...quiet, info: (context) => said.push(context) });
    expect(await steps()).toEqual(first);
    expect(first).toContainEqual({ name: 'Extra1763689999999' });
    expect(said).toEqual([]);
  });

  it('are safe when several processes start at once on an empty database', async () => {
    await Promise.all([open(), open(), open()]);
    const names = (await steps()).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('Authorize1763683200011');
  });

  it('leave nothing of a failed step, and run it when it is fixed', async () => {
    const broken = {
      ...EXTRA,
      name: 'Broken',
      version: 1763689999998,
      sql: 'create table half (id int); select 1 / 0;',
    };
    const said: object[] = [];
    const log = { ...quiet, error: (fields: object) => said.push(fields) };
    const attempt = () => createReadStore({ url: database.url, log, extraMigrations: [broken] });
    await expect(insist(attempt)).rejects.toThrow('division by zero');
    expect(said).toEqual([{ cause: 'Migration "Broken1763689999998" failed, error: division by zero' }]);
    expect(await database.query("select to_regclass('half') as half")).toEqual([{ half: null }]);
    await open();
    expect((await steps()).map(({ name }) => name)).toContain(`Extra${EXTRA.version}`);
  });

  it('wait for a long reader of their table and let others read it meanwhile', async () => {
    const store = await open();
    const dump = new Client(database.url);
    await dump.connect();
    try {
      await dump.query('begin; select from extra');
      const { rows } = await dump.query<{ pid: number }>('select pg_backend_pid() as pid');
      const warned: object[] = [];
      const log = { ...quiet, warn: (fields: object, message: string) => warned.push({ ...fields, message }) };
      const extraMigrations = [EXTRA, WIDER];
      const migrated = insist(() => createReadStore({ url: database.url, log, extraMigrations }));
      migrated.catch(() => undefined);
      await eventually(async () => expect(await waiting()).toEqual([{ query: WIDER.sql }]), 60_000);
      await expect(store.system.query('select from extra')).resolves.toBeDefined();
      await eventually(() =>
        expect(warned).toContainEqual({
          blocking: rows.map(({ pid }) => pid),
          cause: 'Migration "Wider1763690000000" failed, error: canceling statement due to lock timeout',
          message: 'a migration waits for tables that others use',
        }),
      );
      await dump.query('rollback');
      stores.push(await migrated);
      expect(await steps()).toContainEqual({ name: `Wider${WIDER.version}` });
    } finally {
      await dump.end();
    }
  });

  it('end their wait when the process is to stop', async () => {
    await open();
    const dump = new Client(database.url);
    await dump.connect();
    try {
      await dump.query('begin; select from extra');
      const stopping = new AbortController();
      const log = { ...quiet, warn: () => stopping.abort(new Error('stopped')) };
      const attempt = createReadStore({
        url: database.url,
        log,
        extraMigrations: [EXTRA, WIDER],
        signal: stopping.signal,
      });
      await expect(attempt).rejects.toThrow('stopped');
    } finally {
      await dump.end();
    }
  });

  it('grant the application what later migrations of other libraries create', async () => {
    const store = await open();
    await expect(store.system.query('insert into extra values (1, now())')).resolves.toBeDefined();
  });

  it('grant it what they create as another owner, as after a move by pg_dump', async () => {
    await open();
    const name = `waymark_owner_${randomUUID().slice(0, 8)}`;
    await database.query(`create role ${name} superuser login password 'of-the-owner'`);
    const ownerUrl = Object.assign(new URL(database.url), { username: name, password: 'of-the-owner' }).href;
    const options = { url: database.url, ownerUrl, log: quiet, extraMigrations: [EXTRA, LATER] };
    try {
      await database.query(`set role ${name}; create table made_before (id bigserial primary key); reset role`);
      const store = await insist(() => createReadStore(options));
      stores.push(store);
      for (const table of ['later', 'made_before'])
        await expect(store.system.query(`insert into ${table} default values`)).resolves.toBeDefined();
      const read = store.system.query('select from schema_migrations');
      await expect(read).rejects.toThrow('permission denied');
    } finally {
      await database.query(`drop owned by ${name}; drop role ${name}`);
    }
  });
});

describe('connections', () => {
  it('act as the application’s role, within limits', async () => {
    const store = await open();
    const { rows } = await store.system.query(
      `select current_user as role, current_setting('statement_timeout') as statement,
          current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle`,
    );
    expect(rows).toEqual([{ role: 'waymark_app', statement: '5s', lock: '2s', idle: '10s' }]);
  });

  it('log in as less than the owner of the tables, who need not be a superuser', async () => {
    const warned: string[] = [];
    const log = { ...quiet, warn: (_: object, message: string) => warned.push(message) };
    await open(database.url, log);
    expect(warned).toEqual([expect.stringMatching(/^DATABASE_URL logs in as a superuser; docs\/operations\.md says/)]);

    const fresh = await withPostgres();
    const name = `waymark_owner_${randomUUID().slice(0, 8)}`;
    const url = await openApplicationLogin(fresh.url);
    const ownerUrl = Object.assign(new URL(fresh.url), { username: name, password: 'of-the-owner' }).href;
    await fresh.query(`create role ${name} login password 'of-the-owner'; grant waymark_app to ${name}`);
    await fresh.query(`alter database ${new URL(fresh.url).pathname.slice(1)} owner to ${name}`);
    const extraMigrations = [...eventStoreMigrations, EXTRA];
    const store = await insist(() => createReadStore({ url, ownerUrl, log, extraMigrations }));
    try {
      expect(warned).toHaveLength(1);
      const { rows } = await store.system.query(
        "select tableowner as owner from pg_tables where tablename = 'api_keys'",
      );
      expect(rows).toEqual([{ owner: name }]);
      await expect(store.system.query('select from waymark_events.head(null)')).resolves.toBeDefined();
    } finally {
      await store.close();
      await fresh.close();
    }
  });

  it('may log in as the application from the first start on, whose password no later start replaces', async () => {
    const server = await startServer();
    try {
      const urlWith = (password: string) =>
        Object.assign(new URL(server.url), { username: 'waymark_app', password: encodeURIComponent(password) }).href;
      const start = async (password: string) => {
        const warned: string[] = [];
        const log = { ...quiet, warn: (_: object, message: string) => warned.push(message) };
        const store = await insist(() => createReadStore({ url: urlWith(password), ownerUrl: server.url, log }));
        const { rows } = await store.system.query<{ login: string }>('select session_user::text as login');
        await store.close();
        return [rows[0]?.login, ...warned];
      };
      expect(await start("first '%$")).toEqual(['waymark_app']);
      await expect(start('second')).rejects.toThrow('password authentication failed');
      expect(await start("first '%$")).toEqual(['waymark_app']);
    } finally {
      await server.stop();
    }
  });

  it('are refused when the URL would override their role', async () => {
    const url = `${database.url}${database.url.includes('?') ? '&' : '?'}options=-c%20jit%3Doff`;
    await expect(open(url)).rejects.toThrow('and not as waymark_app');
  });

  it('read a timestamptz as RFC 3339 in UTC with milliseconds, and a bigint as text', async () => {
    const store = await open();
    const { rows } = await store.system.query(
      "select '2026-03-29 02:30:00.120+02'::timestamptz(3) as at, '2026-01-01Z'::timestamptz as day, " +
        '9007199254740993::bigint as big',
    );
    expect(rows).toEqual([
      { at: '2026-03-29T00:30:00.120Z', day: '2026-01-01T00:00:00.000Z', big: '9007199254740993' },
    ]);
  });

  it('survive a cut of all of them', async () => {
    const store = await open();
    await store.ping();
    await database.cut();
    await eventually(() => store.ping());
  });

  it('cannot move the clock', async () => {
    const store = await open();
    await expect(store.system.query('insert into clock_offset (milliseconds) values (1)')).rejects.toThrow(
      'permission denied',
    );
  });
});

const EXTRA = {
  version: 1763689999999,
  name: 'Extra',
  sql: 'create table extra (id bigint primary key, at timestamptz(3));',
};

const LATER = {
  version: 1763690000000,
  name: 'Later',
  sql: 'create table later (id bigserial primary key)',
};

const WIDER = {
  version: 1763690000000,
  name: 'Wider',
  sql: 'alter table extra add column text text',
};
