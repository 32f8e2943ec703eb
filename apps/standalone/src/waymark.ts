import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AwaitedProcessors, ClickSource, createGateway, gatewayMigrations } from '@apps/gateway';
import { type Clicks, startClicks } from '@apps/clicks';
import { registerKeys } from '@apps/keys';
import { registerLinks } from '@apps/links';
import { READ_MODELS, runProjectors } from '@apps/projector';
import { keyTimersMigration, runScheduler } from '@apps/scheduler';
import { LINK_CATEGORY } from '@contexts/links';
import { CommandBus } from '@nestjs/cqrs';
import { Deciders, type Handle } from '@platform/commands';
import { createAnalyticsClient } from '@platform/analytics-store';
import { clickCountersSchema, clickTotalsSchema } from '@platform/click-counters';
import type { Config, Secrets } from '@platform/config';
import { startPostgres } from '@platform/engines';
import { createEventStoreDb, createPostgresEventStore, eventStoreSchema } from '@platform/event-store';
import { Health, drain } from '@platform/http';
import { EVERY_WORKSPACE, Progress, type ReadStore, applicationConnection, createReadStore, followProgress } from '@platform/read-store';
import { type Logger, metrics } from '@platform/telemetry';
import { bootstrap, printCredentials } from './bootstrap';
import { demandPort } from './port';
import { checkFingerprints } from './fingerprints';
import { REDIRECT_INDEX, startRedirects } from './redirects';
import { Shutdown } from './shutdown';

const eventStoreMigration = { version: 1763683200030, name: 'EventStore', sql: eventStoreSchema };

/** An engine that takes longer is as good as down: the answer is a 503, which may be asked again. */
const ANALYTICS_TIMEOUT_MS = 4_000;

export interface StartWaymark {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly logger: Logger;
  /** Ends a start that is under way: what has begun is ended, and startWaymark throws the signal's reason. */
  readonly signal: AbortSignal;
}

export interface Waymark {
  /** Ends everything within 10 s, failing no request that is under way. */
  stop(): Promise<void>;
}

/** All of Waymark in one process, with Postgres and the click loader as its children. Listens and is ready when it resolves. */
export const startWaymark = async (options: StartWaymark): Promise<Waymark> => {
  const { config, logger } = options;
  const began = performance.now();
  const shutdown = new Shutdown();
  try {
    const app = await compose(options, shutdown);
    logger.info({ port: config.port, url: config.publicUrl, ms: Math.round(performance.now() - began) }, 'ready');
    return { stop: () => drain(app, { deadline: 5_000 }).finally(() => shutdown.run()) };
  } catch (error) {
    await shutdown.run().catch((failure: unknown) => logger.warn({ err: failure }, 'the failed start was not cleared away whole'));
    throw error;
  }
};

/** The list of parts, each with its end put on the shutdown's stack when it has begun. */
const compose = async ({ config, secrets, logger, signal }: StartWaymark, shutdown: Shutdown): Promise<NestFastifyApplication> => {
  const host = await demandPort(config.port);
  const databaseUrl = config.databaseUrl ?? (await embeddedPostgres(config, logger, shutdown));
  signal.throwIfAborted();
  const readStore = await createReadStore({
    url: databaseUrl, log: logger, extraMigrations: [eventStoreMigration, clickCountersSchema, clickTotalsSchema, keyTimersMigration, ...gatewayMigrations],
  });
  shutdown.push(() => readStore.close());
  await checkFingerprints(readStore.system, secrets);
  signal.throwIfAborted();

  const clicks = startClicksChild(config, databaseUrl, logger, shutdown);
  clicks.catch(() => undefined); // Awaited below, once the rest has begun beside it.

  const eventStore = openEventStore(config, databaseUrl, readStore, logger, shutdown);
  const progress = new Progress();
  const stopping = new AbortController();
  const redirects = await startRedirects({ config, secrets, eventStore, readStore, progress, logger, shutdown, signal: stopping.signal });
  const connect = () => applicationConnection(databaseUrl, { name: `projectors of ${process.pid}`, workspace: EVERY_WORKSPACE });
  const following = followProgress({ connect, progress, log: logger, signal: stopping.signal });
  const projecting = runProjectors({ store: eventStore, pool: readStore.system, progress, connect, log: logger, signal: stopping.signal });
  shutdown.push(async () => {
    stopping.abort();
    await Promise.all([projecting, following]);
  });

  const deciders = new Deciders(eventStore);
  registerKeys(deciders);
  registerLinks(deciders);

  const { address, asOf } = await clicks;
  signal.throwIfAborted();
  const client = createAnalyticsClient({ ...address, timeout: ANALYTICS_TIMEOUT_MS });
  shutdown.push(() => client.close());

  const awaited = new AwaitedProcessors({ ...READ_MODELS, [LINK_CATEGORY]: [...READ_MODELS[LINK_CATEGORY], REDIRECT_INDEX] });
  const app = await createGateway({
    config, secrets, logger, readStore, eventStore, deciders, progress, awaited, clicks: new ClickSource(client, asOf), rawHandler: redirects.handle,
  });
  app.get(Health).register('clickhouse', () => client.ping());
  await app.init();
  const made = await bootstrap(app, { config, pool: readStore.system, logger });
  signal.throwIfAborted();
  const dispatch: Handle = (command) => app.get(CommandBus).execute(command);
  const scheduling = runScheduler({ pool: readStore.system, dispatch, progress, log: logger, signal: stopping.signal });
  shutdown.push(() => (stopping.abort(), scheduling));
  await app.listen({ port: config.port, host });
  if (made) printCredentials(made, config.dataDir);
  return app;
};

const embeddedPostgres = async (config: Config, logger: Logger, shutdown: Shutdown): Promise<string> => {
  const postgres = await startPostgres({ dataDir: config.dataDir, log: logger });
  shutdown.push(() => postgres.stop());
  return postgres.url;
};

const startClicksChild = (config: Config, databaseUrl: string, logger: Logger, shutdown: Shutdown): Promise<Clicks> => {
  const clicks = startClicks({
    directory: `${config.dataDir}/clicks`,
    stateDirectory: `${config.dataDir}/analytics`,
    databaseUrl,
    ...(config.clickHouseUrl && { clickhouseUrl: config.clickHouseUrl }),
    log: logger,
    metrics,
  });
  // Pushed before it has started, so that a start that fails elsewhere meanwhile ends it as well, and before the database.
  shutdown.push(() => clicks.then((started) => started.stop(), () => undefined));
  return clicks;
};

const openEventStore = (config: Config, databaseUrl: string, { system }: ReadStore, logger: Logger, shutdown: Shutdown) => {
  const listen = () => applicationConnection(databaseUrl, { name: 'listen', workspace: EVERY_WORKSPACE });
  const store = config.eventStoreUrl
    ? createEventStoreDb({ url: config.eventStoreUrl, log: logger })
    : createPostgresEventStore({ pool: system, listen, log: logger });
  shutdown.push(() => store.close());
  return store;
};
