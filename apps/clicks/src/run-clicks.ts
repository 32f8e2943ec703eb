import { join } from 'node:path';
import { createEnricher } from '@contexts/clicks';
import {
  createAnalyticsClient, createEmbeddedClickhouse, migrateAnalytics, serveClickhouseHttp, type AnalyticsClient,
} from '@platform/analytics-store';
import { createClickCounters } from '@platform/click-counters';
import { clickLogId, type Cursor } from '@platform/click-log';
import { openGeoIp } from '@platform/geoip';
import { untilDone } from './backoff';
import type { ClicksConfig } from './config';
import { runCounters } from './counters';
import { pruneLog } from './prune-log';
import { keepRetention } from './retention';
import { keepRollup } from './rollup';
import { runLoader, type LoaderOptions } from './loader';
import type { Log } from './log';

export interface RunClicks extends Pick<LoaderOptions, 'onProgress' | 'afterInsert'> {
  readonly config: ClicksConfig;
  readonly log: Log;
  /** The embedded engine can be asked and has its tables; with a server's address it comes at once. */
  readonly onReady: () => void;
  readonly signal: AbortSignal;
}

/** Milliseconds after which an insert counts as lost; merges can make one wait. */
const INSERT_TIMEOUT = 60_000;

/** The click loader, the counters and, without a server's address, the engine they load into. Resolves when aborted. */
export async function runClicks({ config, log, onReady, signal, ...hooks }: RunClicks): Promise<void> {
  const stopEngine = config.clickhouseUrl === undefined ? await startEngine(config) : async () => undefined;
  const address = config.clickhouseUrl === undefined ? { socketPath: config.socketPath } : { url: config.clickhouseUrl };
  const client = createAnalyticsClient({ ...address, timeout: INSERT_TIMEOUT });
  const { directory, stateDirectory } = config;
  const enrich = createEnricher(openGeoIp({ ...(config.geoipDb !== undefined && { path: config.geoipDb }), log }));
  const counters = createClickCounters({ databaseUrl: config.databaseUrl, reader: `link_counters/${await clickLogId(directory)}` });
  let counted: Cursor | undefined;
  pruneLog({ directory, stateDirectory, counted: () => counted, log, signal });
  const load = async () => {
    await migrated(client, log, signal);
    if (config.clickhouseUrl === undefined) onReady();
    keepRetention({ retention: config.retention, client, databaseUrl: config.databaseUrl, log, signal });
    keepRollup({ client, log, signal });
    await runLoader({ directory, stateDirectory, client, enrich, log, signal, ...hooks });
  };
  try {
    // A server that is away keeps nobody waiting: its clicks are safe in the log, and counters go on without it.
    if (config.clickhouseUrl !== undefined) onReady();
    await Promise.all([load(), runCounters({ directory, counters, log, signal, onCursor: (cursor) => (counted = cursor) })]);
  } finally {
    await Promise.all([client.close(), counters.close()]);
    await stopEngine();
  }
}

async function startEngine({ stateDirectory, socketPath }: ClicksConfig): Promise<() => Promise<void>> {
  const engine = await createEmbeddedClickhouse({ path: join(stateDirectory, 'chdb') });
  const server = await serveClickhouseHttp({ engine, socketPath });
  return async () => {
    await server.close();
    await engine.close();
  };
}

const migrated = (client: AnalyticsClient, log: Log, signal: AbortSignal) =>
  untilDone(() => migrateAnalytics(client), {
    signal,
    onFailure: (error) => log.error({ err: error }, 'the tables for clicks could not be made; trying again'),
  });
