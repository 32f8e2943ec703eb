import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import {
  type Health,
  NotReady,
  type RawHandler,
  createRawServer,
  drainServer,
  problemResponseOf,
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
  context: AppContext,
  { port, readMetrics = () => metrics.registry.metrics() }: ServeStatus,
): Promise<void> => {
  const { config, health, signal, isStarted } = context;
  health.register('start', async () => {
    if (!isStarted()) throw new Error('the start is not over');
  });
  signal.addEventListener('abort', () => health.drain());
  const apart = config.metricsPort !== undefined;
  await servePages(context, port, { ...healthPages(health), ...(!apart && metricsPages(readMetrics)) });
  await serveMetrics(context, readMetrics);
};

/** `/metrics` on METRICS_PORT, if that is set; then no other port has it. */
export const serveMetrics = async (
  context: AppContext,
  readMetrics = (): Promise<string> => metrics.registry.metrics(),
): Promise<void> => {
  metrics.observeProcess();
  showHealth(context.health);
  const { metricsPort } = context.config;
  if (metricsPort !== undefined) await servePages(context, metricsPort, metricsPages(readMetrics));
};

/** Answers `/health/live` and `/health/ready` alone. */
export const healthHandler = (health: Health, publicUrl: string): RawHandler =>
  handlerOf(healthPages(health), publicUrl);

/** For alerts, which see no other answer than that of `/metrics`. */
const showHealth = (health: Health): void => {
  const ready = metrics.gauge('health_ready', 'Whether /health/ready answers 200.');
  const failing = metrics.gauge('health_check_failed', 'Checks that fail, each 1.', ['check']);
  health.follow((round) => {
    ready.set(round.ready ? 1 : 0);
    failing.reset();
    for (const { name: check } of round.failed) failing.set({ check }, 1);
  });
};

type Pages = Readonly<Record<string, (response: ServerResponse) => Promise<void>>>;

const healthPages = (health: Health): Pages => ({
  '/health/live': async (response) => send(response, JSON.stringify({ status: 'ok' })),
  '/health/ready': async (response) => {
    const readiness = await health.readiness();
    const { ready, checks } = readiness;
    if (!ready) throw new NotReady(readiness);
    send(response, JSON.stringify({ status: 'ok', checks }));
  },
});

const metricsPages = (readMetrics: () => Promise<string>): Pages => ({
  '/metrics': async (response) => send(response, await readMetrics(), metrics.registry.contentType),
});

const servePages = async (
  { config: { publicUrl }, logger, shutdown }: AppContext,
  port: number,
  pages: Pages,
): Promise<void> => {
  const server = createRawServer({ handler: handlerOf(pages, publicUrl), publicUrl, logger });
  server.listen(port, await demandPort(port));
  await once(server, 'listening');
  shutdown.push(() =>
    drainServer(server, () => new Promise((resolve) => server.close(resolve)), { deadline: DRAIN_MS }),
  );
};

const handlerOf =
  (pages: Pages, publicUrl: string): RawHandler =>
  (request, response) => {
    const page =
      request.method === 'GET' || request.method === 'HEAD'
        ? pages[(request.url ?? '').split('?', 1)[0] ?? '']
        : undefined;
    if (!page) return false;
    page(response).catch((error: unknown) =>
      sendRawProblem(response, problemResponseOf(error, requestIdOf(request.headers['x-request-id']), publicUrl)),
    );
    return true;
  };

const send = (response: ServerResponse, text: string, type = 'application/json; charset=utf-8'): void => {
  response.writeHead(200, {
    'content-type': type,
    'cache-control': 'no-store',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
};
