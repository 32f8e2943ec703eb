import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Health } from './health';

/**
 * Ends an application without failing a request: not ready from now on, no new connections, what is under way is answered,
 * and after the deadline what is left is cut.
 * @param deadline milliseconds for all of it.
 * @param notice milliseconds between being not ready and refusing connections, for balancers to look.
 */
export const drain = async (app: NestFastifyApplication, { deadline = 10_000, notice = 0 } = {}): Promise<void> => {
  app.get(Health).drain();
  if (notice > 0) await new Promise((resolve) => setTimeout(resolve, notice));
  const server = app.getHttpServer();
  // Connections become idle one by one while their last answers go out.
  const reap = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), Math.max(0, deadline - notice - 500));
  try {
    await app.close();
  } finally {
    clearInterval(reap);
    clearTimeout(cut);
  }
};
