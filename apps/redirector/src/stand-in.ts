import { once } from 'node:events';
import { join } from 'node:path';
import { findIndex, startRedirects } from '@apps/redirector';
import { pause, poll } from '@platform/async';
import { releaseReserve } from '@platform/click-log';
import { demandKnownDataDir, ensureSecrets } from '@platform/config';
import {
  Health,
  HttpProblem,
  type RawHandler,
  createRawServer,
  drainServer,
  problemResponseOf,
  requestIdOf,
  sendRawProblem,
} from '@platform/http';
import { type AppContext, Shutdown, checkDisk, demandPort, healthHandler } from '@platform/process';
import { EVERY_WORKSPACE, applicationPool } from '@platform/read-store';

/** A start takes a segment of Postgres' log (16 MB), the reserve of clicks (8 MB), and some more. */
const ROOM_TO_START_BYTES = 32 * 1024 * 1024;
const AGAIN_MS = 1_000;
const RETRY_LATER = { 'retry-after': '10' };
const DRAIN_MS = 1_000;

/** Serves in place of the product while a full disk keeps it from starting. */
export interface StandIn {
  /** That it listens on. */
  readonly host: string;
  /** @throws the reason of a stop that came before */
  untilRoom(): Promise<void>;
  /** Frees the port. */
  close(): Promise<void>;
}

/**
 * Redirects the links that the index knows while their clicks can be kept, and answers everything else with 503.
 * @returns undefined where no product has been: there is nothing to serve
 */
export const openStandIn = async (context: AppContext): Promise<StandIn | undefined> => {
  const { config, logger, signal } = context;
  await demandKnownDataDir(config.dataDir);
  const shutdown = new Shutdown();
  context.shutdown.push(() => shutdown.run());
  const redirect = await openRedirects({ ...context, shutdown });
  if (!redirect) return undefined;
  const server = createRawServer({
    handler: handlerOf(redirect, context),
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
    untilRoom: async () => {
      await pause(AGAIN_MS, signal);
      await poll(() => hasRoom(config.dataDir), { everyMs: AGAIN_MS, signal });
      signal.throwIfAborted();
    },
    close: () => shutdown.run(),
  };
};

/** Without a database: a link that the index lacks is a 503. */
const openRedirects = async (context: AppContext): Promise<RawHandler | undefined> => {
  const { config, logger, shutdown } = context;
  const index = await findIndex(context);
  if (!index) return undefined;
  await releaseReserve(join(config.dataDir, 'clicks'));
  const url = config.databaseUrl ?? `postgresql://nobody@${encodeURIComponent(config.dataDir)}/none`;
  const pool = applicationPool(url, { name: 'stand-in', workspace: EVERY_WORKSPACE, most: 2 }, logger);
  shutdown.push(() => pool.end());
  const visitorSecret = ensureSecrets(config.dataDir, config.secrets).visitorSecret.value;
  return (await startRedirects({ config, index, visitorSecret, pool, logger, shutdown })).redirector.handle;
};

const handlerOf = (redirect: RawHandler, { config: { dataDir, publicUrl } }: AppContext): RawHandler => {
  const health = new Health();
  health.register('start', () => Promise.reject(new Error('the start waits for room on the disk')));
  health.register('disk', () => checkDisk(dataDir, ROOM_TO_START_BYTES));
  const answerHealth = healthHandler(health, publicUrl);
  const answerOther: RawHandler = (request, response) => {
    if (answerHealth(request, response)) return true;
    const problem = new HttpProblem('unavailable', 'The disk of the data directory is full.', RETRY_LATER);
    sendRawProblem(response, problemResponseOf(problem, requestIdOf(request.headers['x-request-id']), publicUrl));
    return true;
  };
  return (request, response) => {
    const answered = redirect(request, response);
    if (answered instanceof Promise) return answered.then((done) => done || answerOther(request, response));
    return answered || answerOther(request, response);
  };
};

const hasRoom = (dataDir: string): Promise<true | undefined> =>
  checkDisk(dataDir, ROOM_TO_START_BYTES).then(
    () => true,
    () => undefined,
  );
