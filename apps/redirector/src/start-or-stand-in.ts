import { type AppContext, Shutdown, checkDisk, isDiskFull } from '@platform/process';
import { messageOf } from '@platform/telemetry';
import { type StandIn, openStandIn } from './stand-in';
import { startWaymark } from './waymark';

/** A start that takes longer while a disk is full has failed: the database may wait for room for ever. */
const PATIENCE_MS = 20_000;

/**
 * Starts all parts. If a full disk prevents it, a stand-in serves what needs no room, and the start is repeated when
 * there is some. Resolves when the product is ready.
 */
export const start = async (context: AppContext): Promise<void> => {
  const { logger } = context;
  let standIn: StandIn | undefined;
  for (;;) {
    const failure = await attempt(context, standIn);
    if (!failure) return;
    standIn ??= await openStandIn(context);
    if (!standIn) throw failure;
    logger.error(
      { cause: messageOf(failure) },
      'the disk of the data directory is full: known links redirect as long as clicks can be kept, everything else is ' +
        'refused with 503, and the start is repeated when there is room',
    );
    await standIn.untilRoom();
  }
};

/** @returns how a full disk prevented the start; undefined if it succeeded */
const attempt = async (context: AppContext, standIn: StandIn | undefined): Promise<Error | undefined> => {
  const { config, logger } = context;
  const shutdown = new Shutdown();
  const full = new AbortController();
  const look = () => checkDisk(config.dataDir).catch((error: unknown) => isDiskFull(error) && full.abort(error));
  const looking = setInterval(() => void look(), PATIENCE_MS);
  const signal = AbortSignal.any([context.signal, full.signal]);
  try {
    await startWaymark({ ...context, shutdown, signal }, standIn);
    context.shutdown.push(() => shutdown.run());
    return undefined;
  } catch (error) {
    await shutdown
      .run()
      .catch((cause: unknown) => logger.warn({ err: cause }, 'the failed start could not be cleaned up completely'));
    if (context.signal.aborted || !(error instanceof Error) || !isDiskFull(error)) throw error;
    return error;
  } finally {
    clearInterval(looking);
  }
};
