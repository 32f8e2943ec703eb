import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { z } from 'zod';
import { CODES } from './codes';
import type { Endpoint, ResponseSpec } from './endpoint.decorator';
import { COMPONENTS } from './openapi-components';
import { isViewer, type Route, routesOf } from './routes';

export interface Discovery {
  readonly title: string;
  readonly version: string;
  readonly description?: string;
  readonly publicUrl: string;
}

type Json = Record<string, unknown>;

/** The OpenAPI 3.0 document of the running routes: paths from the router, everything else from their declarations. */
export const openApiDocument = (
  app: NestFastifyApplication,
  { title, version, description = '', publicUrl }: Discovery,
): OpenAPIObject => {
  const base = new DocumentBuilder()
    .setTitle(title)
    .setVersion(version)
    .setDescription(description)
    .addServer(publicUrl)
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', description: 'An API key (`svc_live_…`) or an access token.' },
      'bearer',
    )
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-API-Key' }, 'apiKeyHeader')
    .addApiKey({ type: 'apiKey', in: 'query', name: 'api_key', description: 'For testing only.' }, 'apiKeyQuery')
    .build();
  const document = SwaggerModule.createDocument(app, base, {
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}.${method}`,
  });
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const route of routesOf(app)) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    const scanned = (document.paths[path] as Json | undefined)?.[route.method.toLowerCase()] as Json | undefined;
    (paths[path] ??= {})[route.method.toLowerCase()] = operationOf(route, scanned ?? {}, schemas);
  }
  const components = { ...document.components, ...COMPONENTS, schemas: { ...COMPONENTS.schemas, ...schemas } };
  return { ...document, paths, components } as unknown as OpenAPIObject;
};

/** Allows the viewer's own scripts and files, and no other origin. Some of its styles are inline. */
const VIEWER_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/** The origin that a request came to; the public origin if the Host is malformed. */
const originOf = ({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>, publicUrl: string): string =>
  HOST.test(host) && host !== new URL(publicUrl).host ? `${protocol}://${host}` : publicUrl;

/** Serves the document at /openapi.json and a viewer, from files of this installation, at /docs. */
export const serveOpenApi = (app: NestFastifyApplication, discovery: Discovery): void => {
  let document: OpenAPIObject | undefined;
  // Routes are known only after the application is initialised, so the document is made at the first request for it.
  const lazyDocument = () => (document ??= openApiDocument(app, discovery));
  const instance: FastifyInstance = app.getHttpAdapter().getInstance();
  instance.addHook('onRequest', (request, reply, done) => {
    if (isViewer(request.raw.url ?? '/'))
      reply.headers({
        'content-security-policy': VIEWER_POLICY,
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
      });
    done();
  });
  SwaggerModule.setup('docs', app, lazyDocument, {
    patchDocumentOnRequest: (request, _reply, document) => ({
      ...document,
      servers: [{ url: originOf(request as unknown as FastifyRequest, discovery.publicUrl) }],
    }),
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    customSiteTitle: discovery.title,
  });
};

const operationOf = ({ method, path, endpoint }: Route, { operationId, tags }: Json, schemas: Json): Json => ({
  ...(operationId !== undefined && { operationId }),
  tags: [
    path.split('/').find((part) => part !== '' && part !== 'v1' && part !== 'api' && !part.startsWith(':')) ??
      String(tags),
  ],
  summary: endpoint.summary,
  ...(endpoint.description && { description: endpoint.description }),
  'x-required-scope': endpoint.scope,
  security: securityOf(endpoint),
  parameters: parametersOf(method, path, endpoint),
  ...(endpoint.body && {
    requestBody: { required: true, content: contentOf(endpoint.consumes, schemaOf(endpoint.body, 'input', schemas)) },
  }),
  responses: { ...answersOf(endpoint, schemas), ...failuresOf(method, path, endpoint) },
});

const securityOf = ({ scope, credential }: Endpoint): Json[] => {
  if (scope === 'public') return credential === 'optional' ? [{}, { bearer: [] }] : [];
  return [{ bearer: [] }, { apiKeyHeader: [] }, { apiKeyQuery: [] }];
};

const parametersOf = (method: string, path: string, endpoint: Endpoint): Json[] => {
  const { query, produces } = endpoint;
  const header = (name: string) => ({ $ref: `#/components/parameters/${name}` });
  return [
    ...[...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...Object.entries<z.ZodType>(query?.shape ?? {}).map(([name, schema]) => queryParameterOf(name, schema)),
    header('RequestId'),
    ...([produces].flat().includes('text/event-stream') ? [header('LastEventId')] : []),
    ...(isRepeatable(method, endpoint) ? [header('IdempotencyKey')] : []),
    ...(304 in endpoint.responses ? [header('IfNoneMatch')] : []),
    ...((method === 'PATCH' || method === 'DELETE') && path.includes(':') ? [header('IfMatch')] : []),
  ];
};

/** Whether an endpoint takes an Idempotency-Key. Such a key belongs to a principal. */
const isRepeatable = (method: string, { scope, credential }: Endpoint): boolean =>
  method !== 'GET' && (scope !== 'public' || credential === 'optional');

const queryParameterOf = (name: string, parameter: z.ZodType): Json => {
  const { description, ...schema } = schemaOf(parameter, 'input', {});
  const absent = parameter.safeParse(undefined);
  return {
    name,
    in: 'query',
    required: !absent.success,
    ...(description !== undefined && { description }),
    schema: { ...schema, ...(absent.data !== undefined && { default: absent.data }) },
  };
};

const contentOf = (types: readonly string[] = ['application/json'], schema: unknown): Json =>
  Object.fromEntries(types.map((type) => [type, { schema }]));

const answersOf = ({ responses, headers = [], scope, produces }: Endpoint, schemas: Json): Json => {
  const named = [
    'X-Request-Id',
    ...headers,
    ...(scope === 'public'
      ? []
      : [
          'Cache-Control',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'RateLimit-Policy',
          'RateLimit',
        ]),
  ];
  const headerRefs = Object.fromEntries(named.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
  return Object.fromEntries(
    Object.entries(responses).map(([status, answer]: [string, ResponseSpec]) => [
      status,
      {
        description: typeof answer === 'string' ? answer : (answer.description ?? 'The answer.'),
        headers: headerRefs,
        ...(typeof answer !== 'string' && {
          content: contentOf(
            produces === undefined ? undefined : [produces].flat(),
            schemaOf(answer, 'output', schemas),
          ),
        }),
      },
    ]),
  );
};

/** Failures by status: those that any endpoint of this kind can give, and those of its own codes. */
const failuresOf = (method: string, path: string, endpoint: Endpoint): Json => {
  const { scope, errors = [] } = endpoint;
  const item = path.includes(':');
  const statuses = new Set([
    400,
    500,
    503,
    ...(scope === 'public' ? [] : [401, 403, 429]),
    ...(item ? [404] : []),
    ...(method === 'GET' ? [] : [413, 415]),
    ...(isRepeatable(method, endpoint) ? [409, 422] : []),
    ...(item && (method === 'PATCH' || method === 'DELETE') ? [412] : []),
    ...errors.map((code) => CODES.get(code)?.status ?? 400),
  ]);
  return Object.fromEntries(
    [...statuses]
      .toSorted((a, b) => a - b)
      .map((status) => [String(status), { $ref: `#/components/responses/Problem${status}` }]),
  );
};

/**
 * A schema in the dialect of OpenAPI 3.0. One with `.meta({ id })` becomes a component and is referred to by its name.
 */
const schemaOf = (schema: z.ZodType, io: 'input' | 'output', schemas: Json): Json => {
  const text = JSON.stringify(z.toJSONSchema(schema, { target: 'openapi-3.0', io, unrepresentable: 'any' }));
  const { definitions = {}, ...root } = JSON.parse(
    text.replaceAll('"#/definitions/', '"#/components/schemas/'),
  ) as Json & { definitions?: Json };
  Object.assign(schemas, definitions);
  return root;
};
