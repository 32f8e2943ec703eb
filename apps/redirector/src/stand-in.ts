import { once } from 'node:events';
import { join } from 'node:path';
import { every, pause, poll } from '@platform/async';
import { keepReserve, releaseReserve } from '@platform/click-log';
import { demandKnownDataDir } from '@platform/config';
import { lockDataDir } from '@platform/engines';
import { type RawHandler, createRawServer, drainServer } from '@platform/http';
import { type AppContext, Shutdown, checkDisk, demandPort, isDiskFull } from '@platform/process';
import { EVERY_WORKSPACE, applicationPool } from '@platform/read-store';
import { findIndex, startRedirects } from './start-redirects';

const AGAIN_MS = 1_000;
const DRAIN_MS = 1_000;
/** Milliseconds between two looks at the room that is reserved for clicks. */
const RESERVE_MS = 60_000;

export interface OpenStandIn {
  /** Bytes that must be free before the start is repeated. */
  readonly room: number;
  /** VISITOR_SECRET; read only where there is something to serve. */
  readonly visitorSecret: () => string;
  /** Answers a request that does not visit a link. Absent: it is a 404. */
  readonly answerOther?: RawHandler;
}

/** Serves in place of the product while a full disk keeps it from starting. */
export interface StandIn {
  /** That it listens on. */
  readonly host: string;
  /** Whether this process has the data directory until it ends. False where there was no room for a lock. */
  readonly hasDataDir: boolean;
  /** @throws the reason of a stop that came before */
  untilRoom(): Promise<void>;
  /** Frees the port. */
  close(): Promise<void>;
}

/**
 * Redirects the links that the index knows while their clicks can be kept.
 * @returns undefined where nothing has been started before: there is nothing to serve
 * @throws DataDirTaken while another process has the data directory
 */
export const openStandIn = async (context: AppContext, options: OpenStandIn): Promise<StandIn | undefined> => {
  const { config, logger, signal } = context;
  await demandKnownDataDir(config.dataDir);
  // The reserve is that of the process which has the directory.
  const hasDataDir =
    (await takeDataDir(context)) || (await releaseReserve(clicksOf(config)), await takeDataDir(context));
  const shutdown = new Shutdown();
  context.shutdown.push(() => shutdown.run());
  const redirect = await openRedirects({ ...context, shutdown }, options);
  if (!redirect) return undefined;
  const server = createRawServer({
    handler: orElse(redirect, options.answerOther),
    publicUrl: config.publicUrl,
    logger,
  });
  const host = await demandPort(config.port);
  server.listen(config.port, host);
  await once(server, 'listening');
  const close = () => new Promise((resolve) => server.close(resolve));
  shutdown.push(() => drainServer(server, close, { deadline: DRAIN_MS }));
  return {
    host,
    hasDataDir,
    untilRoom: async () => {
      await pause(AGAIN_MS, signal);
      await poll(() => hasRoom(config.dataDir, options.room), { everyMs: AGAIN_MS, signal });
      signal.throwIfAborted();
    },
    close: () => shutdown.run(),
  };
};

/** Until the process ends. @returns false if the disk has no room for that */
const takeDataDir = async ({ config, shutdown }: AppContext): Promise<boolean> => {
  try {
    const lock = await lockDataDir(config.dataDir);
    shutdown.push(() => lock.release());
    return true;
  } catch (error) {
    if (isDiskFull(error)) return false;
    throw error;
  }
};

/** Keeps room for the clicks of a stand-in. */
export const reserveForStandIn = ({ config, logger, shutdown }: AppContext): void => {
  const onFailure = (error: unknown) => logger.debug({ err: error }, 'no room is reserved for clicks');
  void shutdown.background((signal) => every(RESERVE_MS, () => keepReserve(clicksOf(config)), { signal, onFailure }));
};

const clicksOf = ({ dataDir }: AppContext['config']): string => join(dataDir, 'clicks');

/** Where the database is a part of the product, it is not there: a link that the index lacks is a 503. */
const openRedirects = async (context: AppContext, { visitorSecret }: OpenStandIn): Promise<RawHandler | undefined> => {
  const { config, logger, shutdown } = context;
  const index = await findIndex(context);
  if (!index) return undefined;
  await releaseReserve(clicksOf(config));
  const url = config.databaseUrl ?? `postgresql://nobody@${encodeURIComponent(config.dataDir)}/none`;
  const pool = applicationPool(url, { name: 'stand-in', workspace: EVERY_WORKSPACE, most: 2 }, logger);
  shutdown.push(() => pool.end());
  return (await startRedirects({ config, index, visitorSecret: visitorSecret(), pool, logger, shutdown })).redirector
    .handle;
};

const orElse = (redirect: RawHandler, answerOther: RawHandler = () => false): RawHandler => {
  return (request, response) => {
    const answered = redirect(request, response);
    if (answered instanceof Promise) return answered.then((done) => done || answerOther(request, response));
    return answered || answerOther(request, response);
  };
};

const hasRoom = (dataDir: string, room: number): Promise<true | undefined> =>
  checkDisk(dataDir, room).then(
    () => true,
    () => undefined,
  );
