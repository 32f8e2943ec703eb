import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { createAnalyticsClient } from '@platform/analytics-store';
import { endsOrAborts } from '@platform/async';
import {
  type Config,
  type Secrets,
  demandKnownDataDir,
  demandSecrets,
  serversOf,
  stampDataDir,
} from '@platform/config';
import { lockDataDir } from '@platform/engines';
import { createKafka } from '@platform/kafka';
import {
  type AppContext,
  MIGRATIONS,
  checkFingerprints,
  demandPort,
  onceAvailable,
  openEventStore,
  watchEventStore,
} from '@platform/process';
import { checkProcessors } from '@platform/processing';
import { EVERY_WORKSPACE, applicationPool, migrate } from '@platform/read-store';
import { metrics } from '@platform/telemetry';
import { auditClicks } from './audit-clicks';
import { forwardClicks } from './forward-clicks';
import { sentFile } from './own-clicks';
import type { RedirectIndex } from './redirect-index';
import { runRedirectIndex } from './run-redirect-index';
import { shareFirstSalt, shareSalts } from './shared-salts';
import { type StandIn, reserveForStandIn } from './stand-in';
import { openIndex, openSalts } from './start-redirects';
import { keepWorkers } from './workers';

const ANSWER_MS = 6_000;
/** A query of an audit reads months with many clicks. */
const AUDIT_ANSWER_MS = 30_000;

export interface StartPrimary {
  /** Milliseconds between two audits of clicks; a minute by default. */
  readonly auditEveryMs?: number;
  /** Has the port until the workers take it. */
  readonly standIn?: StandIn;
}

/**
 * Owns the index and its feed, the salts and the workers; serves no visitor itself. It depends on no other service:
 * with all of them down, the workers redirect the links that the index has.
 */
export const startPrimary = async (
  context: AppContext,
  { auditEveryMs, standIn }: StartPrimary = {},
): Promise<void> => {
  const { config, logger, health, shutdown, signal } = context;
  const { databaseUrl = '', port, redirectWorkers: count = availableParallelism() } = config;
  const secrets = demandSecrets(config.secrets, ['visitorSecret']);
  if (!standIn?.hasDataDir) {
    const lock = await lockDataDir(config.dataDir);
    shutdown.push(() => lock.release());
  }
  await demandKnownDataDir(config.dataDir);
  if (!standIn) await demandPort(port);
  // Only now: a start that finds its port taken leaves the data to the version before.
  await stampDataDir(config.dataDir);
  const index = await openIndex(context);

  const pool = applicationPool(
    databaseUrl,
    { name: 'redirector', workspace: EVERY_WORKSPACE, most: 4, answerMs: ANSWER_MS },
    logger,
  );
  shutdown.push(() => pool.end());
  // Known links redirect without it, so health shows it and readiness does not depend on it.
  health.watch('postgres', () => pool.query('SELECT 1'), { server: serversOf(databaseUrl) });
  const files = openSalts({ config, visitorSecret: secrets.visitorSecret.value, logger, shutdown });
  const prepared = shutdown.background((signal) => prepare(context, { databaseUrl, pool, secrets, signal }));
  feed(context, index, { pool, prepared });
  await shareFirstSalt({ files, pool, log: logger }, prepared);
  void shutdown.background((signal) => shareSalts({ files, pool, log: logger, signal }));

  forward(context);
  audit(context, auditEveryMs);
  // Starts no worker if a newer database refused the process meanwhile, or if it was asked to end.
  signal.throwIfAborted();
  await standIn?.close();
  await serve(context, count);
  // The first worker has made the folder of the clicks.
  reserveForStandIn(context);
};

/** Resolves when the first worker serves. */
const serve = async ({ logger: log, health, shutdown, signal }: AppContext, count: number): Promise<void> => {
  const stopping = new AbortController();
  const workers = keepWorkers({ count, log, signal: AbortSignal.any([signal, stopping.signal]) });
  shutdown.push(() => (stopping.abort(), workers.done));
  health.register('workers', async () => {
    if (workers.serving() === 0) throw new Error('no worker serves');
  });
  await workers.first;
};

/** Ends after the workers, and sends their last clicks. Nothing waits for it: unsent clicks are safe on disk. */
const forward = ({ config, logger: log, health, shutdown }: AppContext): void => {
  if (!config.kafka) {
    health.watch('kafka', async () => {
      throw new Error('clicks are not counted: they wait on disk until KAFKA_BROKERS is set');
    });
    return;
  }
  const kafka = createKafka({ ...config.kafka, clientId: 'waymark-redirector', log });
  shutdown.push(() => kafka.close());
  const { directory, sentFile: stateFile } = filesOf(config);
  let failure: unknown;
  const demandSent = async (): Promise<void> => {
    if (failure !== undefined) throw new Error('clicks cannot be sent', { cause: failure });
  };
  health.watch('kafka', demandSent, { server: config.kafka.brokers.join() });
  void shutdown.background((signal) =>
    forwardClicks({ directory, stateFile, kafka, onAttempt: (why) => (failure = why), log, signal }).catch(
      (error: unknown) => {
        failure = error;
        log.error({ err: error }, 'clicks are no longer sent; they wait on disk');
      },
    ),
  );
};

/** Audits what was sent. Nothing depends on it: ClickHouse may be down or frozen, even while the process ends. */
const audit = ({ config, logger: log, shutdown }: AppContext, everyMs: number | undefined): void => {
  const { clickHouseUrl: url, kafka, clickRetention: retention } = config;
  if (!url || !kafka) return;
  const client = createAnalyticsClient({ url, timeout: AUDIT_ANSWER_MS });
  shutdown.push(() => client.close());
  void shutdown.background(async (signal) => {
    const auditing = auditClicks({
      ...filesOf(config),
      client,
      retention,
      metrics,
      log,
      signal,
      ...(everyMs !== undefined && { everyMs }),
    });
    await endsOrAborts(auditing, signal);
  });
};

/** Paths of the click log, of the forwarder's state and of the audit's. */
const filesOf = ({ dataDir }: Config) => ({
  directory: join(dataDir, 'clicks'),
  sentFile: sentFile(dataDir),
  stateFile: join(dataDir, 'clicks-audit.json'),
});

interface Prepare {
  readonly databaseUrl: string;
  readonly pool: Pool;
  readonly secrets: Partial<Secrets>;
  readonly signal: AbortSignal;
}

/** Migrates the database and checks that it knows our secrets, once it is up. */
const prepare = async (
  { config, logger, fail }: AppContext,
  { databaseUrl, pool, secrets, signal }: Prepare,
): Promise<void> => {
  try {
    const urls = { url: databaseUrl, ownerUrl: config.migrationsDatabaseUrl };
    await onceAvailable(() => migrate(urls, MIGRATIONS, logger, signal), { config, logger, signal });
    await onceAvailable(() => checkFingerprints(pool, secrets), { config, logger, signal });
  } catch (error) {
    if (!signal.aborted) fail(error);
  }
};

interface Feed {
  readonly pool: Pool;
  readonly prepared: Promise<void>;
}

const feed = (context: AppContext, index: RedirectIndex, { pool, prepared }: Feed): void => {
  const { config, logger: log, health, shutdown } = context;
  health.register('redirect_index', async () => index.state.position());
  health.watch('processors', checkProcessors);
  const store = openEventStore(context, config.databaseUrl ?? '', pool);
  watchEventStore(context, store, { readyAnyway: true });
  void shutdown.background(async (signal) => {
    // The event store in Postgres has no tables before the migration; another event store needs none.
    if (!config.eventStoreUrl) await endsOrAborts(prepared, signal);
    await runRedirectIndex(index, { store, log, signal });
  });
};
