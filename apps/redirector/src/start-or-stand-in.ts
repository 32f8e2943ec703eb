import { type AppContext, Shutdown, checkDisk, isDiskFull } from '@platform/process';
import { messageOf } from '@platform/telemetry';
import { type OpenStandIn, type StandIn, openStandIn } from './stand-in';

/** A start that takes longer while a disk is full has failed: the database may wait for room for ever. */
const PATIENCE_MS = 20_000;

export interface StartOrStandIn extends OpenStandIn {
  /** @param standIn has the port until `start` closes it, if a full disk prevented an earlier start */
  readonly start: (context: AppContext, standIn?: StandIn) => Promise<void>;
}

/**
 * Starts a program that redirects. If a full disk prevents it, a stand-in serves what needs no room, and the start is
 * repeated when there is some. Resolves when the program is ready.
 */
export const startOrStandIn = async (context: AppContext, options: StartOrStandIn): Promise<void> => {
  const { logger } = context;
  let standIn: StandIn | undefined;
  for (;;) {
    const failure = await attempt(context, (started) => options.start(started, standIn));
    if (!failure) return;
    standIn ??= await openStandIn(context, options);
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
const attempt = async (
  context: AppContext,
  start: (context: AppContext) => Promise<void>,
): Promise<Error | undefined> => {
  const { config, logger } = context;
  const shutdown = new Shutdown();
  const full = new AbortController();
  const look = () => checkDisk(config.dataDir).catch((error: unknown) => isDiskFull(error) && full.abort(error));
  const looking = setInterval(() => void look(), PATIENCE_MS);
  const signal = AbortSignal.any([context.signal, full.signal]);
  try {
    await start({ ...context, shutdown, signal });
    context.shutdown.push(() => shutdown.run());
    return undefined;
  } catch (error) {
    await shutdown
      .run()
      .catch((cause: unknown) => logger.warn({ err: cause }, 'the failed start could not be cleaned up completely'));
    context.signal.throwIfAborted();
    if (!(error instanceof Error) || !isDiskFull(error)) throw error;
    return error;
  } finally {
    clearInterval(looking);
  }
};
