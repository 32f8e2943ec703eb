import type { IncomingMessage } from 'node:http';
import { type DynamicModule, type LoggerService, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type Logger, metrics as processMetrics, type Metrics } from '@platform/telemetry';
import type { FastifyReply, FastifyRequest, FastifyServerFactory } from 'fastify';
import { allowOrigins } from './cors';
import { Health } from './health';
import { HttpAdapter } from './http-adapter';
import { clientErrorHandler, createHttpServer, failRaw, type RawHandler } from './http-server';
import { requestIdOf } from './ids';
import type { Discovery } from './openapi-document';
import { serveReference } from './reference';
import { METRICS, PlatformController } from './platform.controllers';
import { ProblemFilter, problemResponder } from './problem.filter';
import { parseQuery } from './query-string';
import { addRequestHooks, begin, record } from './request-hooks';
import { collectRoutes } from './routes';
import './request';

export interface HttpAppOptions extends Partial<Omit<Discovery, 'publicUrl'>> {
  readonly module: Type | DynamicModule;
  /** Origin under which clients reach the application. */
  readonly publicUrl: string;
  readonly logger: Logger;
  /** Origins of pages that may call the application from a browser; none by default. */
  readonly corsOrigins?: readonly string[];
  readonly trustProxy?: boolean | readonly string[];
  /** In bytes; 1 MiB by default. An endpoint may declare its own. */
  readonly bodyLimit?: number;
  readonly rawHandler?: RawHandler;
  /** The checks behind `/health/ready`; by default new and empty ones. */
  readonly health?: Health;
  readonly metrics?: Metrics;
  /** Whether `/metrics` is among the routes; false where another port has it. */
  readonly servesMetrics?: boolean;
  /** Turns a driver's error into one of ours, such as StoreUnavailable; returns any other error unchanged. */
  readonly translate?: (error: unknown) => unknown;
}

const MEGABYTE = 1024 * 1024;

/** Serves the library's own routes. Global, so that any module may inject Health and register its checks. */
@Module({})
class PlatformModule {}

/**
 * Makes a Nest application on fastify with health, metrics, error documentation and OpenAPI. Every failure has the same
 * error shape. The caller registers the authorization, then calls `init()` or `listen()`.
 */
export const createHttpApp = async (options: HttpAppOptions): Promise<NestFastifyApplication> => {
  const { logger, publicUrl, metrics = processMetrics, bodyLimit = MEGABYTE, health = new Health() } = options;
  const respond = problemResponder(publicUrl, logger, options.translate);
  const platform: DynamicModule = {
    module: PlatformModule,
    global: true,
    imports: [options.module],
    controllers: [PlatformController],
    providers: [
      { provide: Health, useValue: health },
      { provide: METRICS, useValue: options.servesMetrics === false ? null : metrics },
    ],
    exports: [Health],
  };
  const adapter = adapterOf({ ...options, bodyLimit }, (error, request, reply) => {
    // The router refuses a path before it reads the query, and before any hook.
    request.query = parseQuery(request.url.split('?', 2)[1] ?? '');
    begin(request, reply, health);
    respond(error, request, reply);
    record(request, reply, logger, metrics);
  });
  const app = await NestFactory.create<NestFastifyApplication>(platform, adapter, {
    logger: nestLogger(logger),
    bodyParser: false,
    abortOnError: false,
  });
  const instance = app.getHttpAdapter().getInstance();
  instance.decorate('publicUrl', publicUrl);
  collectRoutes(instance);
  allowOrigins(instance, options.corsOrigins ?? []);
  addRequestHooks(instance, { health, logger, metrics, bodyLimit });
  app.useGlobalFilters(new ProblemFilter(respond));
  serveReference(app, {
    ...options,
    title: options.title ?? 'Waymark',
    version: options.version ?? '1.0.0',
  });
  metrics.observeProcess();
  return app;
};

type Respond = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;

const adapterOf = (
  { logger, publicUrl, trustProxy = false, bodyLimit, rawHandler }: HttpAppOptions,
  frameworkErrors: Respond,
): HttpAdapter => {
  const serverFactory: FastifyServerFactory = (listener) =>
    createHttpServer(listener, rawHandler, failRaw(publicUrl, logger));
  return new HttpAdapter({
    serverFactory,
    bodyLimit,
    trustProxy: typeof trustProxy === 'boolean' ? trustProxy : [...trustProxy],
    forceCloseConnections: 'idle',
    // While draining, requests that still arrive are served; their connections are closed after the answer.
    return503OnClosing: false,
    requestIdHeader: false,
    genReqId: (request: IncomingMessage) => requestIdOf(request.headers['x-request-id']),
    clientErrorHandler: clientErrorHandler(publicUrl, logger),
    frameworkErrors,
    routerOptions: { querystringParser: parseQuery, maxParamLength: 16_384 },
    // The application has no middleware, and the look-up would slow every request.
    skipMiddie: true,
  });
};

/** Nest's log lines about its start are for debugging. */
const nestLogger = (logger: Logger): LoggerService => {
  const at =
    (level: 'debug' | 'warn' | 'error' | 'fatal') =>
    (message: unknown, ...more: unknown[]) =>
      logger[level]({ context: more.at(-1), ...(message instanceof Error && { err: message }) }, String(message));
  return {
    log: at('debug'),
    debug: at('debug'),
    verbose: at('debug'),
    warn: at('warn'),
    error: at('error'),
    fatal: at('fatal'),
  };
};
