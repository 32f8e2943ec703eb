import 'reflect-metadata';
import { KEY_CATEGORY, keyDecider } from '@contexts/keys';
import { Deciders, type Handle } from '@platform/commands';
import {
  type AppContext,
  checkDispatch,
  checkStores,
  followReadModels,
  openDispatch,
  openStores,
  runApp,
  serveStatus,
} from '@platform/process';
import { runScheduler } from '.';

const start = async (context: AppContext): Promise<void> => {
  const { config, logger, shutdown } = context;
  const { databaseUrl = '' } = config;
  await serveStatus(context, { port: config.port });
  const stores = await openStores(context, { databaseUrl });
  checkStores(context, stores);
  const progress = followReadModels(context, databaseUrl);
  const deciders = new Deciders(stores.eventStore);
  deciders.register(KEY_CATEGORY, keyDecider);
  const { system: pool } = stores.readStore;
  const services = { [KEY_CATEGORY]: 'keys' } as const;
  const commands = await openDispatch(context, { from: 'scheduler', deciders, services, pool });
  checkDispatch(context, commands);
  const dispatch: Handle = (command) => commands.execute(command);
  void shutdown.background((signal) => runScheduler({ pool, dispatch, progress, log: logger, signal }));
};

runApp({ requires: ['DATABASE_URL'], start });
