import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { ClickRetention } from '@contexts/clicks';
import { engineSocketPath, type AnalyticsClientOptions } from '@platform/analytics-store';
import { superviseChild } from '@platform/engines';
import type { Metrics } from '@platform/telemetry';
import { CHILD_ENVIRONMENT } from './child-environment';
import { ClickMetrics } from './click-metrics';
import type { LoaderProgress } from './loader';
import type { Log } from './log';
import type { FromChild } from './messages';

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
  /** Days for which clicks are kept, by plan; absent, for good. */
  readonly retention?: ClickRetention;
  readonly log: Log;
  /** Where it shows what the child tells. */
  readonly metrics: Metrics;
  /** The program, and how Node is told to run it. Its compiled neighbour `child.js` unless told otherwise. */
  readonly main?: string;
  readonly execArgv?: readonly string[];
}

export interface Clicks {
  /** For `createAnalyticsClient`; stays the same over restarts. */
  readonly address: Pick<AnalyticsClientOptions, 'url' | 'socketPath'>;
  /**
   * Up to when clicks are surely contained in ClickHouse, RFC 3339: two seconds ago when nothing is known to wait, which
   * allows for blocks that are not sealed or not noticed yet; else the time of the oldest click that waits.
   */
  asOf(): string;
  stop(): Promise<void>;
}

const UNSEALED = 2_000;

/** Runs the click loader, the counters and the engine in a child process, and starts it anew whenever it dies. */
export async function startClicks(options: StartClicks): Promise<Clicks> {
  let progress: LoaderProgress | undefined;
  let diedAt: number | undefined;
  const containedUntil = () => {
    const behind = progress === undefined ? 0 : progress.behind === null ? Infinity : Date.parse(progress.behind);
    return Math.min(behind, (diedAt ?? Date.now()) - UNSEALED);
  };
  const shown = new ClickMetrics(options.metrics, () =>
    progress === undefined ? 0 : Date.now() - UNSEALED - containedUntil(),
  );

  const supervised = await superviseChild({
    name: 'clicks',
    log: options.log,
    start: () => {
      const child = forkMain(options);
      child.on('message', shown.listener());
      child.on('message', (message: FromChild) => {
        if (message.type !== 'progress') return;
        progress = message.progress;
        diedAt = undefined;
      });
      child.once('exit', () => (diedAt ??= Date.now()));
      return child;
    },
    ready,
  });

  return {
    address:
      options.clickhouseUrl === undefined
        ? { socketPath: engineSocketPath(options.stateDirectory) }
        : { url: options.clickhouseUrl },
    asOf: () => new Date(containedUntil()).toISOString(),
    stop: () => supervised.stop(),
  };
}

const forkMain = ({
  main = join(__dirname, 'child.js'),
  execArgv = [],
  ...options
}: Omit<StartClicks, 'metrics'>): ChildProcess =>
  fork(main, {
    detached: true,
    execArgv: [...execArgv],
    env: {
      ...process.env,
      CLICKS_DIR: options.directory,
      CLICKS_STATE_DIR: options.stateDirectory,
      DATABASE_URL: options.databaseUrl,
      CLICKHOUSE_URL: options.clickhouseUrl ?? '',
      GEOIP_DB: options.geoipDb ?? '',
      CLICK_RETENTION: JSON.stringify(options.retention ?? { free: 0, pro: 0, enterprise: 0 }),
      ...CHILD_ENVIRONMENT,
    },
  });

const ready = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    const listen = (message: FromChild) => {
      if (message.type !== 'ready') return;
      child.off('message', listen);
      resolve();
    };
    child.on('message', listen);
  });
