import {
  ANALYTICS_TIMEOUT_MS,
  AwaitedProcessors,
  ClickSource,
  DRAIN_MS,
  createGateway,
  gatewayMigrations,
  startBootstrap,
} from '@apps/gateway';
import { type Clicks, startClicks } from '@apps/clicks';
import { runProjectors } from '@apps/projector';
import {
  type StandIn,
  matchRedirectIndex,
  openIndex,
  reserveForStandIn,
  runRedirectIndex,
  shareFirstSalt,
  shareSalts,
  startRedirects,
} from '@apps/redirector';
import { startJobs } from '@apps/scheduler';
import { runWebhooksChild } from '@apps/webhooks';
import { AGGREGATES, OF_INDEX, awaitedProcessors } from '@contexts/aggregates';
import { endsWithin } from '@platform/async';
import type { HandleDispatch } from '@platform/commands';
import { createAnalyticsClient } from '@platform/analytics-store';
import { type Secrets, demandKnownDataDir, ensureSecrets, stampDataDir } from '@platform/config';
import { lockDataDir, startPostgres } from '@platform/engines';
import { openApplicationLogin } from '@platform/postgres';
import { type RawHandler, drain } from '@platform/http';
import {
  type AppContext,
  type Stores,
  checkDisk,
  checkDispatch,
  demandPort,
  followReadModels,
  openDispatch,
  openStores,
  serveMetrics,
  watchEventStore,
} from '@platform/process';
import { type Progress, checkProcessors } from '@platform/processing';
import { EVERY_WORKSPACE, applicationConnection, eraseDeleted } from '@platform/read-store';
import { metrics } from '@platform/telemetry';

/** Milliseconds that a start waits for an event store that may be down. */
const MATCHED_WITHIN_MS = 2_000;

/**
 * Starts all parts of Waymark in one process, with Postgres and the click loader as its children. When it resolves, it
 * listens and is ready.
 * @param standIn has the port until then, if a full disk prevented an earlier start
 */
export const startWaymark = async (context: AppContext, standIn?: StandIn): Promise<void> => {
  const { config, logger, health, shutdown, signal } = context;
  if (!standIn?.hasDataDir) {
    const lock = await lockDataDir(config.dataDir);
    shutdown.push(() => lock.release());
  }
  await demandKnownDataDir(config.dataDir);
  const host = standIn?.host ?? (await demandPort(config.port));
  await serveMetrics(context);
  // Only now: a start that finds a port taken leaves the data to the version before.
  await stampDataDir(config.dataDir);
  const secrets = ensureSecrets(config.dataDir, config.secrets);
  const { databaseUrl, ownerUrl } = await openDatabase(context);
  signal.throwIfAborted();
  const stores = await openStores(context, { databaseUrl, ownerUrl, secrets, migrations: gatewayMigrations });
  const {
    readStore: { system: pool },
    eventStore,
  } = stores;

  const loading = startClicksChild(context, databaseUrl);
  loading.catch(() => undefined); // Awaited below, after other parts have started.
  const progress = followReadModels(context, databaseUrl);
  const rawHandler = await redirects(context, secrets, stores, progress);
  const connect = () =>
    applicationConnection(databaseUrl, { name: `projectors of ${process.pid}`, workspace: EVERY_WORKSPACE });
  reserveForStandIn(context);
  void shutdown.background((ending) =>
    runProjectors({ store: eventStore, pool, progress, connect, log: logger, signal: ending }),
  );

  // Reads and redirects of known links need no room: health reports the disk, and readiness does not depend on it.
  health.watch('disk', () => checkDisk(config.dataDir));
  health.watch('processors', checkProcessors);
  watchEventStore(context, eventStore);

  const commands = await openDispatch(context, { from: 'standalone', stores, aggregates: AGGREGATES });
  const { address, asOf } = await loading;
  signal.throwIfAborted();
  const client = createAnalyticsClient({ ...address, timeout: ANALYTICS_TIMEOUT_MS });
  shutdown.push(() => client.close());

  const app = await createGateway({
    config,
    secrets,
    logger,
    health,
    ...stores,
    dispatch: commands,
    progress,
    awaited: new AwaitedProcessors(awaitedProcessors(OF_INDEX)),
    clicks: new ClickSource(client, asOf),
    rawHandler,
  });
  checkDispatch(context, commands);
  await app.init();
  await startBootstrap(app, { config, pool, logger, signal });
  signal.throwIfAborted();
  const dispatch: HandleDispatch = (command) => commands.execute(command);
  const ownServer = config.databaseUrl === undefined;
  const erase = (ending: AbortSignal) => eraseDeleted({ pool, url: ownerUrl, ownServer, signal: ending });
  startJobs({ pool, dispatch, progress, dnsServers: config.dnsServers, erase, log: logger, shutdown });
  const env = {
    DATABASE_URL: databaseUrl,
    MIGRATIONS_DATABASE_URL: ownerUrl,
    DATA_DIR: config.dataDir,
    KEY_PEPPER: secrets.keyPepper.value,
  };
  void shutdown.background((ending) => runWebhooksChild({ pool, env, log: logger, metrics, signal: ending }));
  signal.throwIfAborted();
  await standIn?.close();
  await app.listen({ port: config.port, host });
  shutdown.push(() => drain(app, { notice: config.shutdownDelayMs ?? 0, deadline: DRAIN_MS }));
};

/** The redirector on this process's port. Also updates its index and shares the salts of visitors. */
const redirects = async (
  context: AppContext,
  secrets: Secrets,
  { readStore, eventStore }: Stores,
  progress: Progress,
): Promise<RawHandler> => {
  const { config, logger, shutdown } = context;
  const pool = readStore.system;
  const index = await openIndex(context);
  const { redirector, salts: files } = await startRedirects({
    config,
    index,
    visitorSecret: secrets.visitorSecret.value,
    pool,
    logger,
    shutdown,
  });
  // After a restore, no visitor follows what was undone. Known links redirect also without the event store.
  await endsWithin(MATCHED_WITHIN_MS, matchRedirectIndex(index, { store: eventStore, log: logger }));
  await shareFirstSalt({ files, pool, log: logger });
  void shutdown.background((signal) => shareSalts({ files, pool, log: logger, signal }));
  void shutdown.background((signal) => runRedirectIndex(index, { store: eventStore, progress, log: logger, signal }));
  return redirector.handle;
};

interface DatabaseUrls {
  readonly databaseUrl: string;
  /** Of the owner of the tables. */
  readonly ownerUrl: string;
}

const openDatabase = async ({ config, logger, shutdown }: AppContext): Promise<DatabaseUrls> => {
  const { databaseUrl, migrationsDatabaseUrl: ownerUrl = databaseUrl } = config;
  if (databaseUrl !== undefined && ownerUrl !== undefined) return { databaseUrl, ownerUrl };
  const postgres = await startPostgres({ dataDir: config.dataDir, log: logger });
  shutdown.push(() => postgres.stop());
  return { databaseUrl: await openApplicationLogin(postgres.url), ownerUrl: postgres.url };
};

const startClicksChild = ({ config, logger, shutdown }: AppContext, databaseUrl: string): Promise<Clicks> => {
  const clicks = startClicks({
    directory: `${config.dataDir}/clicks`,
    stateDirectory: `${config.dataDir}/analytics`,
    databaseUrl,
    ...(config.clickHouseUrl && { clickhouseUrl: config.clickHouseUrl }),
    retention: config.clickRetention,
    ...(config.geoipDb && { geoipDb: config.geoipDb }),
    ...(config.otlpEndpoint && { otlpEndpoint: config.otlpEndpoint }),
    log: logger,
    logLevel: config.logLevel,
    metrics,
  });
  // Pushed before it has started, so that a start that fails elsewhere also ends it, and ends it before the database.
  shutdown.push(() =>
    clicks.then(
      (started) => started.stop(),
      () => undefined,
    ),
  );
  return clicks;
};
