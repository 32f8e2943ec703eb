import { join } from 'node:path';
import { createEnricher, keptForAll, timeOfClick } from '@contexts/clicks';
import {
  createAnalyticsClient,
  createEmbeddedClickhouse,
  serveClickhouseHttp,
  type AnalyticsClient,
} from '@platform/analytics-store';
import { pause } from '@platform/async';
import { runAudit } from '@platform/click-audit';
import { createClickCounters, type ClickCounters } from '@platform/click-counters';
import { blocksBetween, clickLogId, type ClickLogCheckpoint, type Damage } from '@platform/click-log';
import { openGeoIp } from '@platform/geoip';
import type { AtFailpoint } from '../shared/failpoints';
import type { Log } from '@platform/telemetry';
import { setAsideCounts, setDamageAside } from '../shared/set-aside';
import { keepTables, makeTables } from '../shared/tables';
import type { ClicksConfig } from './config';
import { runCounters } from './counters';
import { runLoader } from './loader';
import { LoaderState } from './loader-state';
import type { LoaderMessage } from './messages';
import { PreparedBlocks } from './prepared-blocks';
import { pruneLog } from './prune-log';
import { recoverCheckpoint } from './recover-checkpoint';

export interface RunJournalLoader {
  readonly config: ClicksConfig;
  readonly log: Log;
  readonly send: (message: LoaderMessage) => void;
  readonly signal: AbortSignal;
  /** Milliseconds between two looks for segments to remove. */
  readonly pruneEveryMs?: number;
  /** Milliseconds between two audits. */
  readonly auditEveryMs?: number;
  readonly failpoint?: AtFailpoint;
}

/** Milliseconds after which an insert counts as lost. Merges can delay one. */
const INSERT_TIMEOUT_MS = 60_000;

/** What the parts of the loader share. */
interface Parts extends RunJournalLoader {
  readonly client: AnalyticsClient;
  readonly counters: ClickCounters;
  readonly state: LoaderState;
  readonly prepared: PreparedBlocks;
}

/**
 * Runs the click loader, the counters, their audit and, without a server's address, the embedded engine. Resolves when
 * aborted.
 */
export async function runJournalLoader(options: RunJournalLoader): Promise<void> {
  const { config, log, send, signal, failpoint } = options;
  const { directory, stateDirectory, databaseUrl, clickhouseUrl, geoipDb, socketPath } = config;
  const stopEngine = clickhouseUrl === undefined ? await startEngine(config) : async () => undefined;
  const client = createAnalyticsClient({
    ...(clickhouseUrl === undefined ? { socketPath } : { url: clickhouseUrl }),
    timeout: INSERT_TIMEOUT_MS,
  });
  const counters = createClickCounters({ databaseUrl, reader: `link_counters/${await clickLogId(directory)}` });
  const enrich = createEnricher(openGeoIp({ ...(geoipDb !== undefined && { path: geoipDb }), log }));
  const recover = async (lastInsert?: number): Promise<ClickLogCheckpoint> => {
    // A server may still run an insert of the previous process. The embedded engine ended with that process.
    if (lastInsert !== undefined && (lastInsert > 0 || clickhouseUrl !== undefined))
      await pause(Math.max(0, lastInsert + INSERT_TIMEOUT_MS - performance.now()), signal);
    signal.throwIfAborted();
    return recoverCheckpoint(directory, client);
  };
  const state = new LoaderState({ stateDirectory, recover, log, ...(failpoint && { failpoint }) });
  const parts: Parts = { ...options, client, counters, state, prepared: new PreparedBlocks(enrich) };
  try {
    // A start does not wait for a server that is down: clicks are safe in the log, and the counters work without it.
    if (clickhouseUrl !== undefined) send({ type: 'ready' });
    await Promise.all([load(parts), count(parts)]);
  } finally {
    await Promise.all([client.close(), counters.close()]);
    await stopEngine();
  }
}

const load = async (parts: Parts): Promise<void> => {
  const { config, client, log, send, signal } = parts;
  const { directory, stateDirectory, databaseUrl, retention } = config;
  await makeTables(client, parts);
  if (config.clickhouseUrl === undefined) send({ type: 'ready' });
  void keepTables({ retention, client, databaseUrl, log, signal });
  const loading = runLoader({
    ...parts,
    directory,
    stateDirectory,
    onDamage: (damage) => damaged(damage, parts),
    onProgress: (progress) => send({ type: 'progress', progress }),
  });
  await Promise.all([loading, audit(parts)]);
};

const audit = ({ config, state, send, auditEveryMs: everyMs, ...parts }: Parts): Promise<void> =>
  runAudit({
    ...parts,
    stateFile: join(config.stateDirectory, 'click-audit.json'),
    timeOf: timeOfClick,
    keptDays: keptForAll(config.retention),
    due: async ({ cursor: after }) => {
      const blocks = blocksBetween({ directory: config.directory, after, upTo: state.checkpoint });
      return { blocks, aside: await setAsideCounts(config.stateDirectory) };
    },
    onResult: (result) => send({ type: 'audit', audit: result }),
    ...(everyMs !== undefined && { everyMs }),
  });

/** Counts, and removes segments that are counted and loaded. */
const count = async (parts: Parts): Promise<void> => {
  const { directory, stateDirectory } = parts.config;
  let counted: ClickLogCheckpoint | undefined;
  void pruneLog({
    ...parts,
    directory,
    stateDirectory,
    counted: () => counted,
    ...(parts.pruneEveryMs !== undefined && { everyMs: parts.pruneEveryMs }),
  });
  await runCounters({ ...parts, directory, onCheckpoint: (checkpoint) => (counted = checkpoint) });
};

const damaged = async (damage: Damage, { config, log, send }: Parts): Promise<void> => {
  const { source, segment, from, bytes } = damage;
  await setDamageAside(config.stateDirectory, damage);
  log.error(
    { source, segment, from, bytes: bytes.length },
    'the click log is damaged; the unreadable part was set aside',
  );
  send({ type: 'damage', bytes: bytes.length });
};

async function startEngine({ stateDirectory, socketPath }: ClicksConfig): Promise<() => Promise<void>> {
  const engine = await createEmbeddedClickhouse({ path: join(stateDirectory, 'chdb') });
  const server = await serveClickhouseHttp({ engine, socketPath });
  return async () => {
    await server.close();
    await engine.close();
  };
}
