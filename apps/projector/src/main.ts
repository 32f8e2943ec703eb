import 'reflect-metadata';
import { type AppContext, checkStores, openStores, runApp, serveStatus } from '@platform/process';
import { checkProcessors } from '@platform/processing';
import { EVERY_WORKSPACE, applicationConnection } from '@platform/read-store';
import { runProjectors } from '.';

const start = async (context: AppContext): Promise<void> => {
  const { config, logger, shutdown } = context;
  const { databaseUrl = '' } = config;
  await serveStatus(context, { port: config.port });
  const stores = await openStores(context, { databaseUrl });
  checkStores(context, stores);
  context.health.watch('processors', checkProcessors);
  const connect = () =>
    applicationConnection(databaseUrl, { name: `projectors of ${process.pid}`, workspace: EVERY_WORKSPACE });
  const {
    eventStore: store,
    readStore: { system: pool },
  } = stores;
  void shutdown.background((signal) => runProjectors({ store, pool, connect, log: logger, signal }));
};

runApp({ requires: ['DATABASE_URL'], start });
