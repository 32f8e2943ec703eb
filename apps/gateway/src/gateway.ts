import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type RawHandler, createHttpApp, Health, registerAuthorization } from '@platform/http';
import { type Authorizer, type ReadStore, asUnavailable, createAuthorizer } from '@platform/read-store';
import type { Logger } from '@platform/telemetry';
import { type Config, serversOf } from '@platform/config';
import { KeyQueries } from './api-keys/api-key.queries';
import { KeyUsage } from './api-keys/key-usage';
import { AccessTokens } from './auth/access-tokens';
import { prepareDecoy } from './auth/passwords';
import { authorization } from './authorization';
import { registerExistence } from './existence';
import { GatewayModule, type GatewayParts } from './gateway.module';
import { registerIdempotency } from './idempotency';
import { uuidv7 } from './ids';
import { LinkQueries } from './links/link.queries';
import { UnknownCredentials } from './unknown-credentials';
import { Members } from './workspace/members';

export interface GatewayOptions extends GatewayParts {
  readonly config: Config;
  readonly logger: Logger;
  /** Where it puts what it depends on, for `/health/ready`. */
  readonly health?: Health;
  /** Sees each request first: the redirector, where it shares this port. */
  readonly rawHandler?: RawHandler;
}

/** An engine that takes longer is as good as down: the answer is a 503, which may be asked again. */
export const ANALYTICS_TIMEOUT_MS = 4_000;
/** For requests that are under way when the process is asked to end. */
export const DRAIN_MS = 5_000;

/** The public HTTP interface: credentials, limits, workspaces; commands in, read models out. Not yet listening. */
export const createGateway = async (options: GatewayOptions): Promise<NestFastifyApplication> => {
  const { config, logger, health = new Health(), readStore, rawHandler } = options;
  await prepareDecoy();
  const app = await createHttpApp({
    module: GatewayModule.with(options),
    title: 'Waymark',
    version: 'v1',
    description: 'Short links whose every change is an event.',
    publicUrl: config.publicUrl,
    trustProxy: config.trustProxy,
    logger,
    translate: asUnavailable,
    health,
    ...(rawHandler && { rawHandler }),
  });
  const authorizer = createAuthorizer({ pool: readStore.authorizing, newId: uuidv7 });
  guard(app, options, authorizer);
  health.register('postgres', () => readStore.ping(), { server: serversOf(config.databaseUrl) });
  // Without it everything but analytics works: no reason to send requests elsewhere.
  health.watch('clickhouse', () => options.clicks.client.ping(), { server: serversOf(config.clickHouseUrl) });
  return app;
};

const guard = (
  app: NestFastifyApplication,
  { readStore, secrets, config, logger }: GatewayOptions,
  authorizer: Authorizer,
): void => {
  const fastify = app.getHttpAdapter().getInstance();
  fastify.decorateRequest('caller', null);
  fastify.decorateRequest('repeat', null);
  const accessTokens = new AccessTokens(secrets.jwtPrivateKey, config.publicUrl);
  registerAuthorization(app, {
    authorize: authorization({
      authorizer,
      accessTokens,
      pepper: secrets.keyPepper.value,
      unknown: new UnknownCredentials(),
      usage: app.get(KeyUsage),
    }),
  });
  registerIdempotency(fastify, { authorizer, logger });
  registerExistence(fastify, existenceIn(readStore));
};

const existenceIn = (readStore: ReadStore) => {
  const links = new LinkQueries(readStore);
  const keys = new KeyQueries(readStore);
  const members = new Members(readStore);
  return {
    link: async (workspaceId: string, id: string) => (await links.find(workspaceId, id)) !== null,
    key: async (workspaceId: string, id: string) => (await keys.find(workspaceId, id)) !== null,
    usr: async (workspaceId: string, id: string) => (await members.find(workspaceId, id)) !== null,
  };
};
