import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Health } from './health';

/**
 * Between two looks of a balancer. Whoever closes its port at once resets connections that the kernel, or the primary of a
 * cluster of workers, has already taken.
 */
export const BALANCER_LOOKS_MS = 2_000;
/** For so long a connection that is kept may ask once more, and learns by the answer that it was the last time. */
const LAST_CALL_MS = 500;

interface Drain {
  /** Milliseconds for what is under way when no new connection is taken any more. */
  readonly deadline?: number;
  /** Milliseconds before that, in which all goes on but readiness: for balancers to look, and to send new requests elsewhere. */
  readonly notice?: number;
}

/** Ends an application without failing a request; see `drainServer`. */
export const drain = (app: NestFastifyApplication, options: Drain = {}): Promise<void> => {
  app.get(Health).drain();
  return drainServer(app.getHttpServer(), () => app.close(), options);
};

/**
 * After the notice each answer is its connection's last, then no new connections; what is under way is answered, and after the
 * deadline what is left is cut.
 * @param close takes no new connections, and resolves when the last one is gone
 */
export const drainServer = async (
  server: Server,
  close: () => Promise<unknown>,
  { deadline = 10_000, notice = 0 }: Drain = {},
): Promise<void> => {
  if (notice > 0) await delay(notice);
  const cut = setTimeout(() => server.closeAllConnections(), Math.max(0, deadline - 500));
  // Closing a connection between two requests would race with the next one on its way.
  server.prependListener(
    'request',
    (_: IncomingMessage, response: ServerResponse) => void (response.shouldKeepAlive = false),
  );
  if (await hasConnections(server)) await delay(Math.min(LAST_CALL_MS, deadline / 4));
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
