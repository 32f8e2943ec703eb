import 'reflect-metadata';
import { Deciders } from '@platform/commands';
import { type AppContext, checkStores, openStores, runApp, serveStatus, serveWrites } from '@platform/process';
import { registerKeys } from '.';

const start = async (context: AppContext): Promise<void> => {
  const { config } = context;
  await serveStatus(context, { port: config.port });
  const stores = await openStores(context, { databaseUrl: config.databaseUrl ?? '' });
  checkStores(context, stores);
  const deciders = new Deciders(stores.eventStore);
  registerKeys(deciders);
  await serveWrites(context, 'keys', deciders, stores.readStore.system);
};

runApp({ requires: ['DATABASE_URL', 'KAFKA_BROKERS'], start });
