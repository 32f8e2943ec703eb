import type { Pool } from 'pg';
import type { EventStore } from '@kernel';
import { endsOrAborts, endsWithin } from '@platform/async';
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

/**
 * Gives the signal that aborts on Ctrl-C. A command that asks for it ends by itself soon after, and is waited for; any
 * other is left where it is.
 */
export type Heed = () => AbortSignal;

/** A starting product first creates its database. */
const STARTING_MS = 20_000;
/**
 * What an interruption finds half opened is waited for so long, and closed. A database that recovers takes longer: it ends
 * with this process, and the next start takes its lock over.
 */
const CLOSING_MS = 5_000;

/**
 * Connects as the product does, while a command runs. It uses a running embedded database. For a stopped product it
 * locks the data directory and runs the database meanwhile. It ends what it started, on Ctrl-C as well. It migrates
 * nothing.
 */
export const withInstallation = async <T>(
  config: Config,
  run: (installation: Installation, heed: Heed) => Promise<T>,
): Promise<T> => {
  const signal = interruption();
  const opening = open(config, signal);
  const installation = await unlessAborted(opening, signal).catch(async (error: unknown) => {
    await endsWithin(
      CLOSING_MS,
      opening.then(({ close }) => close()),
    );
    throw error;
  });
  try {
    await unlessAborted(demandKnownDatabase(installation.pool), signal);
    return await runUntil(signal, (heed) => run(installation, heed));
  } finally {
    await installation.close();
  }
};

/** @returns a signal that aborts on Ctrl-C, or when the system ends the process */
const interruption = (): AbortSignal => {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => controller.abort(new Failure(`Ended by ${name}.`)));
  return controller.signal;
};

const runUntil = async <T>(signal: AbortSignal, run: (heed: Heed) => Promise<T>): Promise<T> => {
  let heeds = false;
  const running = run(() => {
    heeds = true;
    return signal;
  });
  return unlessAborted(running, signal).catch((error: unknown) => {
    if (heeds) return running;
    throw error;
  });
};

/** What the work returns. @throws the signal's reason as soon as it aborts; the work goes on */
const unlessAborted = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  await endsOrAborts(work, signal);
  signal.throwIfAborted();
  return work;
};

const open = async (config: Config, signal: AbortSignal): Promise<Opened> => {
  const log = createLogger({
    level: config.logLevel === 'info' ? 'error' : config.logLevel,
    destination: process.stderr,
  });
  const database = config.databaseUrl
    ? await external(config.databaseUrl, config)
    : await embedded(config, log, signal);
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

const embedded = async (config: Config, log: Logger, signal: AbortSignal): Promise<Database> => {
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
  return lock ? started(dataDir, lock, log) : running(dataDir, signal);
};

const running = async (dataDir: string, signal: AbortSignal): Promise<Database> => {
  const ownerUrl = await unlessAborted(findRunningPostgres(dataDir, STARTING_MS), signal);
  if (ownerUrl === null)
    throw new Failure(
      `${dataDir} is in use, but its database does not run. Look at the log of the product, or of another ops command.`,
    );
  const url = await openApplicationLogin(ownerUrl).catch((error: NodeJS.ErrnoException) => {
    if (error.syscall !== 'connect') throw error;
    // The product's temporary directory has the socket, and another container or session may have one of its own.
    const advice =
      error.code === 'ENOENT'
        ? 'Run this where the product runs: in the same container, with the same /tmp. If it does, restart the product.'
        : 'Restart the product.';
    throw new Failure(`${dataDir} is in use, but its database cannot be reached (${error.message}). ${advice}`);
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
