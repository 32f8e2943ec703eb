import { once } from 'node:events';
import { demandSecrets } from '@platform/config';
import { BALANCER_LOOKS_MS, createRawServer, drainServer } from '@platform/http';
import type { AppContext } from '@platform/process';
import { EVERY_WORKSPACE, applicationPool } from '@platform/postgres';
import { metrics, answerPrimary } from '@platform/telemetry';
import { attachIndex, startRedirects } from './start-redirects';

const ANSWER_MS = 1_000;
const DRAIN_MS = 5_000;

/** Serves PORT, which the primary shares among the workers. Needs only the index on disk. */
export const startWorker = async ({ config, logger, shutdown }: AppContext): Promise<void> => {
  const { visitorSecret } = demandSecrets(config.secrets, ['visitorSecret']);
  const pool = applicationPool(
    config.databaseUrl ?? '',
    { name: 'redirects', workspace: EVERY_WORKSPACE, most: 4, answerMs: ANSWER_MS },
    logger,
  );
  shutdown.push(() => pool.end());
  const index = attachIndex(config, shutdown);
  const { redirector } = await startRedirects({
    config,
    index,
    visitorSecret: visitorSecret.value,
    pool,
    logger,
    shutdown,
  });
  metrics.observeProcess();
  answerPrimary();
  const server = createRawServer({ handler: redirector.handle, publicUrl: config.publicUrl, logger });
  server.listen(config.port);
  await once(server, 'listening');
  const close = () => new Promise((resolve) => server.close(resolve));
  shutdown.push(() =>
    drainServer(server, close, { notice: config.shutdownDelayMs ?? BALANCER_LOOKS_MS, deadline: DRAIN_MS }),
  );
};
