import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { ClickRetention } from '@contexts/clicks';
import { engineSocketPath, type AnalyticsClientOptions } from '@platform/analytics-store';
import { forkChild, saysReady, superviseChild } from '@platform/engines';
import type { Metrics } from '@platform/telemetry';
import type { Log } from '@platform/telemetry';
import type { LoaderMessage, LoaderProgress } from './messages';
import { LoaderMetrics } from './metrics';

export interface StartClicks {
  /** Of the click log. */
  readonly directory: string;
  /** For the loader's state and the embedded engine's data; one instance at a time. */
  readonly stateDirectory: string;
  readonly databaseUrl: string;
  /** Loads into this server instead of the embedded engine. */
  readonly clickhouseUrl?: string;
  /** A geographic database instead of the shipped one. */
  readonly geoipDb?: string;
  /** A collector that traces are sent to. */
  readonly otlpEndpoint?: string;
  /** Days for which clicks are kept, by plan; if absent, for good. */
  readonly retention?: ClickRetention;
  readonly log: Log;
  /** Of the child's own lines; `LOG_LEVEL` of this process by default. */
  readonly logLevel?: string;
  /** For the child's metrics. */
  readonly metrics: Metrics;
  /** The child's program; the compiled `child.js` beside this file by default. */
  readonly main?: string;
  /** Options of Node for the child. */
  readonly execArgv?: readonly string[];
}

export interface Clicks {
  /** For `createAnalyticsClient`; stays the same over restarts. */
  readonly address: Pick<AnalyticsClientOptions, 'url' | 'socketPath'>;
  /**
   * The time up to which all clicks are in ClickHouse, RFC 3339. It is the time of the oldest click that is known to
   * wait. Without one it is two seconds ago, because blocks may not be sealed or noticed yet.
   */
  asOf(): string;
  stop(): Promise<void>;
}

/**
 * Settings for the libraries of the child.
 * - The engine's queries and inserts and the loader's files share one pool of threads.
 * - The engine's allocator (jemalloc) keeps freed pages for seconds in an arena per thread, and Node's (glibc) keeps
 *   the memory of large buffers. Giving both back at once saves 150 MB while many clicks are loaded, for some system
 *   time.
 */
export const CHILD_ENVIRONMENT = {
  UV_THREADPOOL_SIZE: '20',
  JE_MALLOC_CONF: 'narenas:1,dirty_decay_ms:200,muzzy_decay_ms:0',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
} as const;

const UNSEALED_MS = 2_000;
/** The engine opens all of its tables, which takes long with many parts on a slow disk. Ended too soon, it begins anew. */
const READY_WITHIN_MS = 600_000;

/** Runs the click loader, the counters and the engine in a child process, and starts it anew whenever it dies. */
export async function startClicks(options: StartClicks): Promise<Clicks> {
  let progress: LoaderProgress | undefined;
  let diedAt: number | undefined;
  const loadedUntil = () => {
    const behind = progress === undefined ? 0 : progress.behind === null ? Infinity : Date.parse(progress.behind);
    return Math.min(behind, (diedAt ?? Date.now()) - UNSEALED_MS);
  };
  const loaderMetrics = new LoaderMetrics(options.metrics, () =>
    progress === undefined ? 0 : Date.now() - UNSEALED_MS - loadedUntil(),
  );

  const supervised = await superviseChild({
    name: 'clicks',
    log: options.log,
    start: () => {
      const child = forkMain(options);
      child.on('message', loaderMetrics.listener());
      child.on('message', (message: LoaderMessage) => {
        if (message.type !== 'progress') return;
        progress = message.progress;
        diedAt = undefined;
      });
      child.once('exit', () => (diedAt ??= Date.now()));
      return child;
    },
    ready: saysReady,
    readyWithinMs: READY_WITHIN_MS,
  });

  return {
    address:
      options.clickhouseUrl === undefined
        ? { socketPath: engineSocketPath(options.stateDirectory) }
        : { url: options.clickhouseUrl },
    asOf: () => new Date(loadedUntil()).toISOString(),
    stop: () => supervised.stop(),
  };
}

const forkMain = ({
  main = join(__dirname, 'child.js'),
  execArgv = [],
  ...options
}: Omit<StartClicks, 'metrics'>): ChildProcess =>
  forkChild({
    main,
    execArgv,
    env: {
      CLICKS_DIR: options.directory,
      CLICKS_STATE_DIR: options.stateDirectory,
      DATABASE_URL: options.databaseUrl,
      CLICKHOUSE_URL: options.clickhouseUrl ?? '',
      GEOIP_DB: options.geoipDb ?? '',
      OTEL_EXPORTER_OTLP_ENDPOINT: options.otlpEndpoint ?? '',
      CLICK_RETENTION: JSON.stringify(options.retention ?? { free: 0, pro: 0, enterprise: 0 }),
      ...(options.logLevel !== undefined && { LOG_LEVEL: options.logLevel }),
      ...CHILD_ENVIRONMENT,
    },
  });
