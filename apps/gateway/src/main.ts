import 'reflect-metadata';
import { AGGREGATES, awaitedProcessors } from '@contexts/aggregates';
import { createAnalyticsClient } from '@platform/analytics-store';
import { demandSecrets } from '@platform/config';
import { BALANCER_LOOKS_MS, drain } from '@platform/http';
import {
  type AppContext,
  checkDispatch,
  checkStores,
  demandPort,
  followReadModels,
  openDispatch,
  openStores,
  runApp,
  serveMetrics,
} from '@platform/process';
import { ClickSource } from './analytics/click-source';
import { clicksUntil } from './analytics/clicks-until';
import { newestClickIn } from './analytics/newest-click';
import { startBootstrap } from './bootstrap';
import { AwaitedProcessors } from './commands';
import { ANALYTICS_TIMEOUT_MS, DRAIN_MS, createGateway } from './gateway';
import { gatewayMigrations } from './gateway.module';

// The size of the pool that password hashing shares. Node reads it once, before the first use.
process.env['UV_THREADPOOL_SIZE'] ??= '8';

const start = async (context: AppContext): Promise<void> => {
  const { config, logger, health, shutdown, fail } = context;
  const { databaseUrl = '', clickHouseUrl = '' } = config;
  const secrets = demandSecrets(config.secrets, ['keyPepper', 'jwtPrivateKey']);
  const host = await demandPort(config.port);
  await serveMetrics(context);
  const stores = await openStores(context, { databaseUrl, secrets, migrations: gatewayMigrations });
  const progress = followReadModels(context, databaseUrl);
  const dispatch = await openDispatch(context, { from: 'gateway', stores, aggregates: AGGREGATES });
  const client = createAnalyticsClient({ url: clickHouseUrl, timeout: ANALYTICS_TIMEOUT_MS });
  shutdown.push(() => client.close());

  const clicks = new ClickSource(client, config.kafka ? clicksUntil(stores.readStore.system) : newestClickIn(client));
  const app = await createGateway({
    config,
    secrets,
    logger,
    health,
    ...stores,
    dispatch,
    progress,
    awaited: new AwaitedProcessors(awaitedProcessors()),
    clicks,
  });
  checkStores(context, stores);
  checkDispatch(context, dispatch);
  let hasOwner = false;
  health.register('bootstrap', async () => {
    if (!hasOwner) throw new Error('the first owner is not made yet');
  });
  await app.init();
  await app.listen({ port: config.port, host });
  // Runs while requests are served: it needs a projector, which may start later.
  const bootstrapping = shutdown.background((signal) =>
    startBootstrap(app, { config, pool: stores.readStore.system, logger, signal }),
  );
  bootstrapping.then(() => (hasOwner = true), fail);
  shutdown.push(() => drain(app, { notice: config.shutdownDelayMs ?? BALANCER_LOOKS_MS, deadline: DRAIN_MS }));
};

runApp({ requires: ['DATABASE_URL', 'CLICKHOUSE_URL', 'KEY_PEPPER', 'JWT_PRIVATE_KEY'], start });
