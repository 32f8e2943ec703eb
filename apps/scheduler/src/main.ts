import 'reflect-metadata';
import { AGGREGATES, PURGES, READ_MODELS, TIMERS } from '@contexts/aggregates';
import type { Handle } from '@platform/commands';
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
import { textLookup } from '@platform/dns';
import { eraseDeleted } from '@platform/read-store';
import { checkDomains, detachLinks, runScheduler, sweepPurged, sweepSessions } from '.';

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
  const dispatch: Handle = (command) => commands.execute(command);
  const { system: pool } = stores.readStore;
  void shutdown.background((signal) => runScheduler({ timers: TIMERS, pool, dispatch, progress, log: logger, signal }));
  void shutdown.background((signal) => detachLinks({ pool, dispatch, progress, log: logger, signal }));
  const readModels = READ_MODELS.map(({ projection }) => projection.name);
  void shutdown.background((signal) =>
    sweepPurged({ purges: PURGES, readModels, pool, dispatch, progress, log: logger, signal }),
  );
  const lookUp = textLookup(config.dnsServers);
  void shutdown.background((signal) => checkDomains({ pool, dispatch, lookUp, log: logger, signal }));
  // The log of a server of its own is its operator's.
  const erase = (signal: AbortSignal) =>
    eraseDeleted({ pool, url: config.migrationsDatabaseUrl ?? databaseUrl, ownServer: false, signal });
  void shutdown.background((signal) => sweepSessions({ pool, erase, log: logger, signal }));
};

runApp({ requires: ['DATABASE_URL'], start });
