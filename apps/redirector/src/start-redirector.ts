import { demandSecrets } from '@platform/config';
import { type AppContext, checkDisk, serveStatus } from '@platform/process';
import { clusterMetrics } from '@platform/telemetry';
import { demandOwnClicks } from './own-clicks';
import { demandOwnPorts } from './own-ports';
import { type StartPrimary, startPrimary } from './primary';
import { startOrStandIn } from './start-or-stand-in';

/** A start takes some pages of the index, half a megabyte of each worker's journal, and the reserve of clicks (8 MB). */
const ROOM_TO_START_BYTES = 16 * 1024 * 1024;

/** Starts primary and workers; on a full disk, this process redirects known links until there is room for them. */
export const startRedirector = async (
  context: AppContext,
  options: Omit<StartPrimary, 'standIn'> = {},
): Promise<void> => {
  const { config, health, isStarted } = context;
  const { visitorSecret } = demandSecrets(config.secrets, ['visitorSecret']);
  demandOwnPorts(config);
  if (config.kafka) demandOwnClicks(config.dataDir);
  // A visitor whose click cannot be kept is not redirected.
  health.register('disk', () => checkDisk(config.dataDir, isStarted() ? undefined : ROOM_TO_START_BYTES));
  await serveStatus(context, { port: config.statusPort, readMetrics: clusterMetrics() });
  await startOrStandIn(context, {
    start: (started, standIn) => startPrimary(started, { ...options, ...(standIn && { standIn }) }),
    room: ROOM_TO_START_BYTES,
    visitorSecret: () => visitorSecret.value,
  });
};
