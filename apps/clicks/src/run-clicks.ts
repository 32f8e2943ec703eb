import { join } from 'node:path';
import {
  createAnalyticsClient, createEmbeddedClickhouse, migrateAnalytics, serveClickhouseHttp, type AnalyticsClient,
} from '@platform/analytics-store';
import { createClickCounters } from '@platform/click-counters';
import { clickLogId, type Cursor } from '@platform/click-log';
import { untilDone } from './backoff';
import type { ClicksConfig } from './config';
import { clickRow } from './click-row';
import { runCounters } from './counters';
import { JournalFeed } from './journal-feed';
import { pruneLog } from './prune-log';
import { runLoader, type LoaderOptions } from './loader';
import type { Log } from './log';
import { PreparedBlocks } from './prepared-blocks';

export interface RunClicks extends Pick<LoaderOptions, 'onProgress' | 'failpoint'> {
  readonly config: ClicksConfig;
  readonly log: Log;
  /** The embedded engine can be asked and has its tables; with a server's address it comes at once. */
  readonly onReady: () => void;
  readonly signal: AbortSignal;
  /** Milliseconds between two looks for segments that may go. */
  readonly pruneEveryMs?: number;
}

/** Milliseconds after which an insert counts as lost; merges can make one wait. */
const INSERT_TIMEOUT = 60_000;

/** The click loader, the counters and, without a server's address, the engine they load into. Resolves when aborted. */
export async function runClicks({ config, log, onReady, signal, onProgress, failpoint, pruneEveryMs }: RunClicks): Promise<void> {
  const stopEngine = config.clickhouseUrl === undefined ? await startEngine(config) : async () => undefined;
  const address = config.clickhouseUrl === undefined ? { socketPath: config.socketPath } : { url: config.clickhouseUrl };
  const client = createAnalyticsClient({ ...address, timeout: INSERT_TIMEOUT });
  const { directory, stateDirectory } = config;
  const hooks = failpoint ? { failpoint } : {};
  const counters = createClickCounters({ databaseUrl: config.databaseUrl, reader: `link_counters/${await clickLogId(directory)}` });
  let counted: Cursor | undefined;
  const prepared = new PreparedBlocks(clickRow);
  const feed = new JournalFeed({ directory, stateDirectory, ...hooks });
  pruneLog({ directory, stateDirectory, counted: () => counted, log, signal, ...hooks, ...(pruneEveryMs !== undefined && { everyMs: pruneEveryMs }) });
  const load = async () => {
    await migrated(client, log, signal);
    if (config.clickhouseUrl === undefined) onReady();
    await runLoader({ feed, prepared, stateDirectory, client, log, signal, ...hooks, ...(onProgress && { onProgress }) });
  };
  try {
    // A server that is away keeps nobody waiting: its clicks are safe in the log, and counters go on without it.
    if (config.clickhouseUrl !== undefined) onReady();
    await Promise.all([load(), runCounters({ directory, prepared, counters, log, signal, onCursor: (cursor) => (counted = cursor), ...hooks })]);
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
