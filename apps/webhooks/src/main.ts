import 'reflect-metadata';
import { type AppContext, checkDispatch, checkStores, runApp, serveStatus } from '@platform/process';
import { checkProcessors } from '@platform/processing';
import { openWebhooks } from './open-webhooks';

const start = async (context: AppContext): Promise<void> => {
  const { config, health } = context;
  await serveStatus(context, { port: config.port });
  const { stores, dispatch } = await openWebhooks(context);
  checkStores(context, stores);
  checkDispatch(context, dispatch);
  health.watch('processors', checkProcessors);
};

runApp({ requires: ['DATABASE_URL', 'CLICKHOUSE_URL', 'KEY_PEPPER'], start });
