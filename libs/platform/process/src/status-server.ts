import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import {
  type Health,
  NotReady,
  type RawHandler,
  createRawServer,
  drainServer,
  problemOf,
  requestIdOf,
  sendRawProblem,
} from '@platform/http';
import { metrics } from '@platform/telemetry';
import { demandPort } from './port';
import type { AppContext } from './run-app';

export interface ServeStatus {
  readonly port: number;
  /** The text of `/metrics`; by default the metrics of this process. */
  readonly readMetrics?: () => Promise<string>;
}

const DRAIN_MS = 1_000;

/**
 * `/health/live`, `/health/ready` and `/metrics`, with the gateway's answers, for an app without a public interface. It
 * answers from the beginning of the start to the end of the stop, and is ready in between.
 */
export const serveStatus = async (
  { config: { publicUrl }, logger, health, shutdown, signal, isStarted }: AppContext,
  { port, readMetrics = () => metrics.registry.metrics() }: ServeStatus,
): Promise<void> => {
  health.register('start', async () => {
    if (!isStarted()) throw new Error('the start is not over');
  });
  signal.addEventListener('abort', () => health.drain());
  metrics.observeProcess();
  const server = createRawServer({ handler: statusHandler(health, readMetrics, publicUrl), publicUrl, logger });
  server.listen(port, await demandPort(port));
  await once(server, 'listening');
  shutdown.push(() =>
    drainServer(server, () => new Promise((resolve) => server.close(resolve)), { deadline: DRAIN_MS }),
  );
};

const statusHandler = (health: Health, readMetrics: () => Promise<string>, publicUrl: string): RawHandler => {
  const pages: Readonly<Record<string, (response: ServerResponse) => Promise<void>>> = {
    '/health/live': async (response) => send(response, JSON.stringify({ status: 'ok' })),
    '/health/ready': async (response) => {
      const { ready, checks } = await health.readiness();
      if (!ready) throw new NotReady(checks);
      send(response, JSON.stringify({ status: 'ok', checks }));
    },
    '/metrics': async (response) => send(response, await readMetrics(), metrics.registry.contentType),
  };
  return (request, response) => {
    const page =
      request.method === 'GET' || request.method === 'HEAD'
        ? pages[(request.url ?? '').split('?', 1)[0] ?? '']
        : undefined;
    if (!page) return false;
    page(response).catch((error: unknown) =>
      sendRawProblem(response, problemOf(error, requestIdOf(request.headers['x-request-id']), publicUrl)),
    );
    return true;
  };
};

const send = (response: ServerResponse, text: string, type = 'application/json; charset=utf-8'): void => {
  response.writeHead(200, {
    'content-type': type,
    'cache-control': 'no-store',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
};
