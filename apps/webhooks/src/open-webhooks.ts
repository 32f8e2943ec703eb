import { join } from 'node:path';
import { AGGREGATES } from '@contexts/aggregates';
import { WEBHOOK_CATEGORY } from '@contexts/webhooks';
import { createAnalyticsClient, engineSocketPath } from '@platform/analytics-store';
import { demandSecrets } from '@platform/config';
import { egressOf } from '@platform/egress';
import { type AppContext, type Dispatch, type Stores, openDispatch, openStores } from '@platform/process';
import { EVERY_WORKSPACE, applicationConnection } from '@platform/read-store';
import { WebhookSecrets } from '@platform/webhooks';
import { runWebhooks } from './run-webhooks';

/** A long backlog of clicks takes the engine seconds. */
const CLICKS_TIMEOUT_MS = 40_000;

export interface OpenedWebhooks {
  readonly stores: Stores;
  readonly dispatch: Dispatch;
}

/** Opens what a process of webhooks needs, and begins its work. */
export const openWebhooks = async (context: AppContext): Promise<OpenedWebhooks> => {
  const { config, logger, shutdown } = context;
  const { databaseUrl = '', clickHouseUrl: url, publicUrl } = config;
  const secrets = demandSecrets(config.secrets, ['keyPepper']);
  const stores = await openStores(context, { databaseUrl, secrets });
  const aggregates = AGGREGATES.filter(({ category }) => category === WEBHOOK_CATEGORY);
  const dispatch = await openDispatch(context, { from: 'webhooks', stores, aggregates });
  const egress = egressOf(config);
  shutdown.push(() => egress.close());
  // Without a server's address, the engine is that of the standalone product with this data directory.
  const socketPath = engineSocketPath(join(config.dataDir, 'analytics'));
  const analytics = createAnalyticsClient({ ...(url ? { url } : { socketPath }), timeout: CLICKS_TIMEOUT_MS });
  shutdown.push(() => analytics.close());
  const sealed = new WebhookSecrets(secrets.keyPepper.value);
  const { readStore, eventStore: store } = stores;
  void shutdown.background((signal) =>
    runWebhooks({
      readStore,
      store,
      publicUrl,
      egress,
      analytics,
      connect: () =>
        applicationConnection(databaseUrl, { name: `webhooks of ${process.pid}`, workspace: EVERY_WORKSPACE }),
      secretsOf: (webhookIds) => sealed.signing(readStore.system, webhookIds),
      dispatch: (command) => dispatch.execute(command),
      log: logger,
      signal,
    }),
  );
  return { stores, dispatch };
};
