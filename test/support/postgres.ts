import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDataDir, startPostgres } from '@platform/engines';
import { Client, type QueryResultRow } from 'pg';

/** A separate database for one spec file. */
export interface TestDatabase {
  /** Connects as the owner of everything, a superuser. */
  readonly url: string;
  /** Connects with the rights of `waymark_app`, as the application does. */
  readonly appUrl: string;
  /** Runs SQL as the owner on a separate connection. */
  query<R extends QueryResultRow>(sql: string, values?: unknown[]): Promise<R[]>;
  /** Cuts every connection to this database. */
  cut(): Promise<void>;
  /** Drops the database, and stops the engine if it was started for it. */
  close(): Promise<void>;
}

/**
 * A new database on the server of TEST_DATABASE_URL (as a superuser), or on an embedded engine started for it.
 * @param ddl statements that its owner runs first, such as a schema under test.
 */
export const withPostgres = async (...ddl: readonly string[]): Promise<TestDatabase> => {
  const server = await findServer();
  const name = `waymark_test_${randomBytes(6).toString('hex')}`;
  const url = `${server.url.replace(/\/[^/?]*(\?|$)/, `/${name}$1`)}`;
  const close = async (): Promise<void> => {
    await ask(server.url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await server.stop();
  };
  try {
    await ask(server.url, `CREATE DATABASE ${name}`);
    await ask(server.url, MAKE_ROLE);
    for (const statement of ddl) await ask(url, statement);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    url,
    appUrl: `${url}${url.includes('?') ? '&' : '?'}options=${encodeURIComponent('-c role=waymark_app')}`,
    query: (sql, values) => ask(url, sql, values),
    cut: async () =>
      void (await ask(server.url, 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name])),
    close,
  };
};

/** Roles belong to the whole server, where another spec file may be creating this one at the same moment. */
const MAKE_ROLE = `
DO $do$ BEGIN
  CREATE ROLE waymark_app;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $do$`;

const ask = async <R extends QueryResultRow>(url: string, sql: string, values?: unknown[]): Promise<R[]> => {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query<R>(sql, values)).rows;
  } finally {
    await client.end();
  }
};

/** A Postgres, and how to end it. */
export interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

const findServer = async (): Promise<Server> => {
  const given = process.env.TEST_DATABASE_URL;
  return given ? { url: given, stop: async () => undefined } : startServer();
};

/** An embedded engine in a new folder, which `stop` removes. */
export const startServer = async (): Promise<Server> => {
  const folder = await mkdtemp(join(tmpdir(), 'waymark-postgres-'));
  // As root the engine runs as another account, which must be able to enter.
  await chmod(folder, 0o755);
  const lock = await lockDataDir(folder);
  const quiet = (): void => undefined;
  const engine = await startPostgres({
    dataDir: folder,
    maxConnections: 250,
    log: { info: quiet, warn: quiet, error: quiet },
  });
  return {
    url: engine.url,
    stop: async () => {
      await engine.stop();
      await lock.release();
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
      if (engine.connection.host.startsWith('/'))
        await rm(engine.connection.host, { recursive: true, force: true, maxRetries: 10 });
    },
  };
};
