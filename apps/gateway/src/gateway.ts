import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type RawHandler, createHttpApp, Health, registerAuthorization } from '@platform/http';
import { asUnavailable } from '@platform/read-store';
import type { Logger } from '@platform/telemetry';
import { type Config, serversOf } from '@platform/config';
import { QUESTION_MS } from './analytics/questions';
import { prepareDecoy } from './auth/passwords';
import { RequestAuthorization } from './authorization';
import type { GatewayDependencies } from './core.module';
import { serveDashboard } from './dashboard/dashboard';
import { documentTextsOf } from './document/document';
import { ResourceLookups, registerExistence } from './existence';
import { GatewayModule } from './gateway.module';
import { registerIdempotency } from './idempotency';
import { ImportUploads } from './imports/import.uploads';
import { AUTHORIZER } from './tokens';

export interface GatewayOptions extends GatewayDependencies {
  readonly config: Config;
  readonly logger: Logger;
  /** Gets the checks of what the gateway depends on, for `/health/ready`. */
  readonly health?: Health;
  /** Sees each request first: the redirector, where it shares this port. */
  readonly rawHandler?: RawHandler;
}

/** The longest an analytics query may take, in milliseconds; then the answer is a 503, which may be retried. */
export const ANALYTICS_TIMEOUT_MS = QUESTION_MS;
/** How long requests under way may take to end when the process is asked to end, in milliseconds. */
export const DRAIN_MS = 5_000;

/** The public HTTP interface: credentials, limits, workspaces; commands in, read models out. Not yet listening. */
export const createGateway = async (options: GatewayOptions): Promise<NestFastifyApplication> => {
  const { config, logger, health = new Health(), readStore, rawHandler } = options;
  await prepareDecoy();
  const app = await createHttpApp({
    module: GatewayModule.with(options),
    ...documentTextsOf(config),
    publicUrl: config.publicUrl,
    corsOrigins: config.corsOrigins,
    trustProxy: config.trustProxy,
    logger,
    translate: asUnavailable,
    servesMetrics: config.metricsPort === undefined,
    health,
    ...(rawHandler && { rawHandler }),
  });
  const fastify = app.getHttpAdapter().getInstance();
  registerAuthorization(app, app.get(RequestAuthorization));
  registerIdempotency(fastify, { authorizer: app.get(AUTHORIZER), logger });
  registerExistence(fastify, app.get(ResourceLookups));
  app.get(ImportUploads).register(fastify);
  serveDashboard(fastify, config);
  health.register('postgres', () => readStore.ping(), { server: serversOf(config.databaseUrl) });
  // Everything but analytics works without it, so the process stays ready.
  health.watch('clickhouse', () => options.clicks.client.ping(), { server: serversOf(config.clickHouseUrl) });
  return app;
};
