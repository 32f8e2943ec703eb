import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { pause } from '@platform/async';
import { Health } from './health';

/**
 * Milliseconds in which balancers notice that the process is not ready. Closing the port at once would reset
 * connections that the kernel, or the primary of a cluster of workers, has already accepted.
 */
export const BALANCER_LOOKS_MS = 2_000;
/** Milliseconds in which a kept-alive connection may send one more request; its answer closes the connection. */
const LAST_CALL_MS = 500;

interface Drain {
  /** Milliseconds for requests that are under way when the port is closed. */
  readonly deadline?: number;
  /** Milliseconds before that, in which only readiness fails, so that balancers send new requests elsewhere. */
  readonly notice?: number;
}

/** Ends an application without failing a request; see `drainServer`. */
export const drain = (app: NestFastifyApplication, options: Drain = {}): Promise<void> => {
  app.get(Health).drain();
  return drainServer(app.getHttpServer(), () => app.close(), options);
};

/**
 * After the notice each answer closes its connection, and then the port is closed. Requests under way are answered
 * until the deadline; then their connections are cut.
 * @param close closes the port, and resolves when the last connection has ended
 */
export const drainServer = async (
  server: Server,
  close: () => Promise<unknown>,
  { deadline = 10_000, notice = 0 }: Drain = {},
): Promise<void> => {
  if (notice > 0) await pause(notice);
  const cut = setTimeout(() => server.closeAllConnections(), Math.max(0, deadline - 500));
  // Closing a connection between two requests would race with a request that is on its way.
  server.prependListener(
    'request',
    (_: IncomingMessage, response: ServerResponse) => void (response.shouldKeepAlive = false),
  );
  if (await hasConnections(server)) await pause(Math.min(LAST_CALL_MS, deadline / 4));
  const reap = setInterval(() => server.closeIdleConnections(), 50);
  try {
    await close();
  } finally {
    clearInterval(reap);
    clearTimeout(cut);
  }
};

const hasConnections = (server: Server): Promise<boolean> =>
  new Promise((resolve) => server.getConnections((_, count) => resolve(count > 0)));
