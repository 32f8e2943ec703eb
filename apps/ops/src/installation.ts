import type { Pool } from 'pg';
import type { EventStore } from '@kernel';
import { type Config, demandKnownDataDir } from '@platform/config';
import {
  DataDirTaken,
  type DataDirLock,
  findRunningPostgres,
  hasDatabase,
  lockDataDir,
  startPostgres,
} from '@platform/engines';
import { createEventStoreDb, createPostgresEventStore } from '@platform/event-store';
import { openApplicationLogin } from '@platform/postgres';
import { EVERY_WORKSPACE, applicationConnection, applicationPool, demandKnownDatabase } from '@platform/read-store';
import { createLogger, type Logger } from '@platform/telemetry';
import { Failure } from './failure';

/** The product's data that a command works on. */
export interface Installation {
  readonly config: Config;
  /** Of the database, with the application's rights. */
  readonly url: string;
  /** Of the database, with the rights of the tables' owner. */
  readonly ownerUrl: string;
  /** With the application's rights. */
  readonly pool: Pool;
  readonly store: EventStore;
  readonly log: Logger;
  /** Whether processors are at work; `unknown` with an external database. */
  readonly product: 'running' | 'stopped' | 'unknown';
}

type Opened = Installation & { close(): Promise<void> };

/** A starting product first creates its database. */
const STARTING_MS = 20_000;

/**
 * Connects as the product does, while a command runs. It uses a running embedded database. For a stopped product it
 * locks the data directory and runs the database meanwhile. It ends what it started, on Ctrl-C as well. It migrates
 * nothing.
 */
export const withInstallation = async <T>(
  config: Config,
  run: (installation: Installation) => Promise<T>,
): Promise<T> => {
  const interrupted = new Promise<never>((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => reject(new Failure(`Ended by ${signal}.`)));
  });
  interrupted.catch(() => undefined);
  const installation = await open(config);
  try {
    await demandKnownDatabase(installation.pool);
    return await Promise.race([run(installation), interrupted]);
  } finally {
    await installation.close();
  }
};

const open = async (config: Config): Promise<Opened> => {
  const log = createLogger({
    level: config.logLevel === 'info' ? 'error' : config.logLevel,
    destination: process.stderr,
  });
  const database = config.databaseUrl ? await external(config.databaseUrl, config) : await embedded(config, log);
  const pool = applicationPool(
    database.url,
    { name: 'ops', workspace: EVERY_WORKSPACE, most: 4, connectMs: 5_000 },
    log,
  );
  const listen = () => applicationConnection(database.url, { name: 'ops listen', workspace: EVERY_WORKSPACE });
  const store = config.eventStoreUrl
    ? createEventStoreDb({ url: config.eventStoreUrl, log })
    : createPostgresEventStore({ pool, listen, log });
  const close = async () => {
    await store.close();
    await pool.end();
    await database.stop();
  };
  return { config, url: database.url, ownerUrl: database.ownerUrl, product: database.product, pool, store, log, close };
};

interface Database extends Pick<Installation, 'url' | 'ownerUrl' | 'product'> {
  stop(): Promise<void>;
}

const external = async (url: string, { migrationsDatabaseUrl: ownerUrl = url }: Config): Promise<Database> => ({
  url,
  ownerUrl,
  product: 'unknown',
  stop: async () => undefined,
});

const embedded = async (config: Config, log: Logger): Promise<Database> => {
  const { dataDir } = config;
  if (!(await hasDatabase(dataDir))) {
    throw new Failure(
      `There is no Waymark in ${dataDir}. Say where it is by DATA_DIR, or by DATABASE_URL, as when it is started.`,
    );
  }
  await demandKnownDataDir(dataDir);
  const lock = await lockDataDir(dataDir).catch((error: unknown) => {
    if (error instanceof DataDirTaken) return null;
    throw error;
  });
  return lock ? started(dataDir, lock, log) : running(dataDir);
};

const running = async (dataDir: string): Promise<Database> => {
  const ownerUrl = await findRunningPostgres(dataDir, STARTING_MS);
  if (ownerUrl === null)
    throw new Failure(
      `${dataDir} is in use, but its database does not run. Look at the log of the product, or of another ops command.`,
    );
  const url = await openApplicationLogin(ownerUrl).catch((error: NodeJS.ErrnoException) => {
    if (error.syscall !== 'connect') throw error;
    throw new Failure(
      `${dataDir} is in use, but its database cannot be reached (${error.message}). Restart the product.`,
    );
  });
  return { url, ownerUrl, product: 'running', stop: async () => undefined };
};

const started = async (dataDir: string, lock: DataDirLock, log: Logger): Promise<Database> => {
  try {
    const postgres = await startPostgres({ dataDir, log });
    const stop = async () => {
      await postgres.stop();
      await lock.release();
    };
    const url = await openApplicationLogin(postgres.url).catch(async (error: unknown) => {
      await postgres.stop();
      throw error;
    });
    return { url, ownerUrl: postgres.url, product: 'stopped', stop };
  } catch (error) {
    await lock.release();
    throw error;
  }
};
