import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newSecrets } from './gateways';
import { prepareTree } from './prepare-tree';
import { startProgram } from './programs';
import { type Bootstrap, type Running, freePort, launchProcess } from './waymark';

const ROOT = join(__dirname, '..', '..');

/** The host of short links in a cluster under test; requests to a redirector name it in their Host header. */
export const SHORT_HOST = 'go.example.com';

export type AppName =
  'gateway' | 'keys' | 'links' | 'projector' | 'scheduler' | 'redirector' | 'relay' | 'clicks' | 'webhooks';

/** An app as a separate process, ready. */
export interface AppProcess extends Running {
  readonly app: AppName;
  /** Where `/health/ready` and `/metrics` are: its port, except for a redirector. */
  readonly status: { readonly url: string; readonly port: number };
}

export interface StartCluster {
  /** Of the tables' owner. */
  readonly databaseUrl: string;
  readonly clickhouseUrl: string;
  /** Absent: the event store in Postgres. */
  readonly eventStoreUrl?: string;
  /** `host:port,…`; absent: commands in process, and no process of keys, links and clicks. */
  readonly kafkaBrokers?: string;
  /** How many of each; one by default; of keys, links and clicks none without Kafka; of relay none by default. */
  readonly count?: Partial<Readonly<Record<AppName, number>>>;
  /** For every process. */
  readonly env?: Readonly<Record<string, string>>;
  /** The built tree of another version, whose programs are started first; one that is started again is of this version. */
  readonly former?: string;
}

export interface StartOne {
  readonly env?: Readonly<Record<string, string>>;
  /** Of one that has ended: the same folder, ports and environment. */
  readonly again?: AppProcess;
}

/** Waymark as one process per app, each with its own data directory and ports, on the given servers. */
export interface Cluster {
  /** All that run or ran, in the order of their start. */
  readonly processes: readonly AppProcess[];
  of(app: AppName): readonly AppProcess[];
  /** The first instance of an app. */
  one(app: AppName): AppProcess;
  /** What the first gateway made at the first start. */
  readonly bootstrap: Bootstrap;
  start(app: AppName, options?: StartOne): Promise<AppProcess>;
  /** Ends the running processes and removes the data directories; the servers stay. */
  stop(): Promise<void>;
}

/** The first one creates the schema; the others wait for it, so all may start at once. */
const ORDER: readonly AppName[] = [
  'projector',
  'scheduler',
  'keys',
  'links',
  'relay',
  'webhooks',
  'clicks',
  'gateway',
  'redirector',
];

export const startCluster = async (options: StartCluster): Promise<Cluster> => {
  prepareTree();
  const folder = mkdtempSync(join(tmpdir(), 'waymark-cluster-'));
  chmodSync(folder, 0o755);
  const processes: AppProcess[] = [];
  const common = environmentOf(options);

  const start = async (app: AppName, { env = {}, again }: StartOne = {}): Promise<AppProcess> => {
    const dataDir = again?.dataDir ?? mkdtempSync(join(folder, `${app}-`));
    const port = again?.port ?? (await freePort());
    const statusPort = app === 'redirector' ? (again?.status.port ?? (await freePort())) : port;
    const running = await launchProcess({
      main: join(again ? ROOT : (options.former ?? ROOT), 'dist', 'apps', app, 'src', 'main.js'),
      dataDir,
      port,
      statusPort,
      env: { ...common, STATUS_PORT: String(statusPort), ...env },
    });
    const started = { ...running, app, status: { url: `http://localhost:${statusPort}`, port: statusPort } };
    processes.push(started);
    return started;
  };
  const stop = async (): Promise<void> => {
    await Promise.all(processes.map((one) => one.end()));
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };

  try {
    await Promise.all(ORDER.flatMap((app) => Array.from({ length: countOf(app, options) }, () => start(app))));
    const bootstrap = bootstrapOf(processes);
    const of = (app: AppName) => processes.filter((one) => one.app === app);
    return {
      processes,
      of,
      bootstrap,
      start,
      stop,
      one: (app) => {
        const [first] = of(app);
        if (!first) throw new Error(`the cluster has no ${app}`);
        return first;
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
};

const countOf = (app: AppName, { count = {}, kafkaBrokers }: StartCluster): number => {
  const usual = app === 'relay' || (!kafkaBrokers && ['keys', 'links', 'clicks'].includes(app)) ? 0 : 1;
  return count[app] ?? usual;
};

const environmentOf = ({
  databaseUrl,
  clickhouseUrl,
  eventStoreUrl,
  kafkaBrokers,
  env = {},
}: StartCluster): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  CLICKHOUSE_URL: clickhouseUrl,
  ...(eventStoreUrl && { EVENTSTORE_URL: eventStoreUrl }),
  ...(kafkaBrokers && { KAFKA_BROKERS: kafkaBrokers }),
  PUBLIC_URL: `http://${SHORT_HOST}`,
  SIGNUP: 'open',
  DEFAULT_PLAN: 'enterprise',
  REDIRECT_WORKERS: '2',
  // An app without a balancer in front need not wait for one.
  SHUTDOWN_DELAY: '0',
  ...newSecrets(),
  ...env,
});

/** Only the gateway that made the first owner has written the file. */
const bootstrapOf = (processes: readonly AppProcess[]): Bootstrap => {
  for (const { app, dataDir } of processes) {
    if (app !== 'gateway') continue;
    try {
      return JSON.parse(readFileSync(join(dataDir, 'bootstrap.json'), 'utf8')) as Bootstrap;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  throw new Error('no gateway has made the first owner');
};

export interface ClickhouseProcess {
  /** With user and password, as CLICKHOUSE_URL takes it. */
  readonly url: string;
  /** Sends a signal such as SIGSTOP. */
  signal(signal: NodeJS.Signals): void;
  stop(): Promise<void>;
}

/** ClickHouse's engine as a separate process, over TCP with a password: to the apps it is a server. */
export const startClickhouse = async (): Promise<ClickhouseProcess> => {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-clickhouse-'));
  mkdirSync(join(folder, 'chdb'));
  const port = await freePort();
  const { child, end } = await startProgram(
    'test/fixtures/processes/clickhouse.ts',
    [join(folder, 'chdb'), String(port), 'secret of a test'],
    { UV_THREADPOOL_SIZE: '20' },
  );
  return {
    url: `http://default:${encodeURIComponent('secret of a test')}@127.0.0.1:${port}`,
    signal: (signal) => void child.kill(signal),
    stop: async () => {
      await end();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
};

/**
 * Loads the clicks of a redirector without Kafka: the loader follows the journal in the redirector's data directory.
 */
export const startLoader = async (
  redirector: AppProcess,
  databaseUrl: string,
  clickhouseUrl: string,
): Promise<{ end(): Promise<void> }> => {
  const { end } = await startProgram('apps/clicks/src/journal/child.ts', [], {
    CLICKS_DIR: join(redirector.dataDir, 'clicks'),
    CLICKS_STATE_DIR: join(redirector.dataDir, 'analytics'),
    DATABASE_URL: databaseUrl,
    CLICKHOUSE_URL: clickhouseUrl,
  });
  return { end: () => end() };
};
