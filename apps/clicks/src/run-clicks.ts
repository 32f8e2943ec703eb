import { join } from 'node:path';
import { createEnricher, keptForAll, timeOfClick } from '@contexts/clicks';
import {
  createAnalyticsClient,
  createEmbeddedClickhouse,
  migrateAnalytics,
  serveClickhouseHttp,
  type AnalyticsClient,
} from '@platform/analytics-store';
import { runAudit } from '@platform/click-audit';
import { createClickCounters } from '@platform/click-counters';
import { blocksBetween, clickLogId, type Cursor, type Damage } from '@platform/click-log';
import { NewerData } from '@platform/config';
import { openGeoIp } from '@platform/geoip';
import { untilDone } from './backoff';
import type { ClicksConfig } from './config';
import { clickRow } from './click-row';
import { runCounters } from './counters';
import { JournalFeed } from './journal-feed';
import { pruneLog } from './prune-log';
import { keepRetention } from './retention';
import { keepRollup } from './rollup';
import { runLoader, type LoaderOptions } from './loader';
import type { Log } from './log';
import type { FromChild } from './messages';
import { PreparedBlocks } from './prepared-blocks';
import { setAsideCounts, setDamageAside } from './set-aside';

export interface RunClicks extends Pick<LoaderOptions, 'failpoint'> {
  readonly config: ClicksConfig;
  readonly log: Log;
  /** `ready` is told when the embedded engine can be asked and has its tables; with a server's address it comes at once. */
  readonly tell: (message: FromChild) => void;
  readonly signal: AbortSignal;
  /** Milliseconds between two looks for segments that may go. */
  readonly pruneEveryMs?: number;
  /** Milliseconds between two audits. */
  readonly auditEveryMs?: number;
}

/** Milliseconds after which an insert counts as lost; merges can make one wait. */
const INSERT_TIMEOUT = 60_000;

/** The click loader, the counters, their audit and, without a server's address, the engine they load into. Resolves when aborted. */
export async function runClicks({
  config,
  log,
  tell,
  signal,
  failpoint,
  pruneEveryMs,
  auditEveryMs,
}: RunClicks): Promise<void> {
  const { directory, stateDirectory, databaseUrl, clickhouseUrl, socketPath } = config;
  const common = { directory, stateDirectory, log, signal, ...(failpoint && { failpoint }) };
  const stopEngine = clickhouseUrl === undefined ? await startEngine(config) : async () => undefined;
  const client = createAnalyticsClient({
    ...(clickhouseUrl === undefined ? { socketPath } : { url: clickhouseUrl }),
    timeout: INSERT_TIMEOUT,
  });
  const counters = createClickCounters({ databaseUrl, reader: `link_counters/${await clickLogId(directory)}` });
  const enrich = createEnricher(openGeoIp({ ...(config.geoipDb !== undefined && { path: config.geoipDb }), log }));
  const prepared = new PreparedBlocks((source, click) => clickRow(source, click, enrich));
  const feed = new JournalFeed({ ...common, onDamage: (damage) => damaged(damage, { stateDirectory, log, tell }) });
  let counted: Cursor | undefined;
  pruneLog({ ...common, counted: () => counted, ...(pruneEveryMs !== undefined && { everyMs: pruneEveryMs }) });
  const load = async () => {
    await migrated(client, log, signal);
    if (clickhouseUrl === undefined) tell({ type: 'ready' });
    keepRetention({ retention: config.retention, client, databaseUrl, log, signal });
    keepRollup({ client, log, signal });
    const auditing = runAudit({
      stateFile: join(stateDirectory, 'click-audit.json'),
      client,
      counters,
      timeOf: timeOfClick,
      keptDays: keptForAll(config.retention),
      log,
      signal,
      due: async ({ cursor: after }) => {
        const blocks = blocksBetween({ directory, after, upTo: feed.cursor });
        return { blocks, aside: await setAsideCounts(stateDirectory) };
      },
      onResult: (audit) => tell({ type: 'audit', audit }),
      ...(auditEveryMs !== undefined && { everyMs: auditEveryMs }),
    });
    await Promise.all([
      runLoader({ ...common, feed, prepared, client, onProgress: (progress) => tell({ type: 'progress', progress }) }),
      auditing,
    ]);
  };
  try {
    // A server that is away keeps nobody waiting: its clicks are safe in the log, and counters go on without it.
    if (clickhouseUrl !== undefined) tell({ type: 'ready' });
    await Promise.all([
      load(),
      runCounters({ ...common, prepared, counters, onCursor: (cursor) => (counted = cursor) }),
    ]);
  } finally {
    await Promise.all([client.close(), counters.close()]);
    await stopEngine();
  }
}

const damaged = async (
  damage: Damage,
  { stateDirectory, log, tell }: Pick<RunClicks, 'log' | 'tell'> & Pick<ClicksConfig, 'stateDirectory'>,
): Promise<void> => {
  const { source, segment, from, bytes } = damage;
  await setDamageAside(stateDirectory, damage);
  log.error(
    { source, segment, from, bytes: bytes.length },
    'the click log is damaged here; what could not be read was set aside',
  );
  tell({ type: 'damage', bytes: bytes.length });
};

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
    onFailure: (error) => {
      if (error instanceof NewerData) throw error;
      log.error({ err: error }, 'the tables for clicks could not be made; trying again');
    },
  });
