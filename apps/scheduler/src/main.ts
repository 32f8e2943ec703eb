import 'reflect-metadata';
import { AGGREGATES } from '@contexts/aggregates';
import type { HandleDispatch } from '@platform/commands';
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
import { eraseDeleted } from '@platform/read-store';
import { startJobs } from '.';

const start = async (context: AppContext): Promise<void> => {
  const { config, logger, shutdown } = context;
  const { databaseUrl = '' } = config;
  await serveStatus(context, { port: config.port });
  const stores = await openStores(context, { databaseUrl });
  checkStores(context, stores);
  const progress = followReadModels(context, databaseUrl);
  const aggregates = AGGREGATES.filter(({ timers, purge }) => timers ?? purge);
  const commands = await openDispatch(context, { from: 'scheduler', stores, aggregates });
  checkDispatch(context, commands);
  const dispatch: HandleDispatch = (command) => commands.execute(command);
  const { system: pool } = stores.readStore;
  // The log of a server of its own is its operator's.
  const erase = (signal: AbortSignal) =>
    eraseDeleted({ pool, url: config.migrationsDatabaseUrl ?? databaseUrl, ownServer: false, signal });
  startJobs({ pool, dispatch, progress, dnsServers: config.dnsServers, erase, log: logger, shutdown });
};

runApp({ requires: ['DATABASE_URL'], start });
