import type { Logger, Metrics } from '@platform/telemetry';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BodyBudget } from './body-budget';
import { BODY_WITHIN_MS, allowBody } from './body-deadline';
import { leaveRest } from './body-pieces';
import { hideQueryCredential, warnOfQueryKey } from './credential';
import { HttpProblem, invalid, methodNotAllowed, notFound } from './errors';
import type { Health } from './health';
import { refuseUndeclared } from './input';
import { BarredName, parseBody } from './json-body';
import { bodyLimitOf, hasFixedPath } from './routes';
import { traceRequests } from './trace-requests';

const JSON_TYPES: readonly string[] = ['application/json'];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** Bytes. A refused body up to this size is read to keep the connection; above it, the connection is closed. */
const WORTH_DRAINING = 16 * 1024 * 1024;

export interface HookDependencies {
  readonly health: Health;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly bodyLimit: number;
}

/**
 * The hooks around every controller, in this order: request id and query key, routing errors; the application's
 * authorization, if registered; size, media type and the bytes that are under way, before the body is read.
 */
export const addRequestHooks = (
  instance: FastifyInstance,
  { health, logger, metrics, bodyLimit }: HookDependencies,
): void => {
  const properties = ['endpoint', 'rawBody', 'queryKey', 'queryTicket', 'failure', 'workspaceId'] as const;
  for (const name of properties) instance.decorateRequest(name, null);
  traceRequests(instance);
  const budget = new BodyBudget();

  instance.addHook('onRequest', (request, reply, done) => {
    begin(request, reply, health);
    if (request.is404 || isAnotherRoutes(request)) return answerUnrouted(instance, request, reply, done);
    done(refusalOf(request));
  });
  instance.addHook('preParsing', (request, reply, payload, done) => {
    const refusal = hasBody(request) ? bodyRefusalOf(request, bodyLimit) : undefined;
    if (refusal?.code === 'payload_too_large' && Number(request.headers['content-length']) > WORTH_DRAINING)
      reply.header('connection', 'close');
    if (refusal || !hasBody(request)) return done(refusal, payload);
    if (request.endpoint?.bodyWithin) allowBody(request.raw, request.endpoint.bodyWithin);
    // Other media types are read as they come.
    if (!request.endpoint?.consumes) budget.take(bytesOf(request, bodyLimit), request, reply);
    done(null, payload);
  });
  instance.addHook('preHandler', (request, _reply, done) => {
    refuseUndeclared(request);
    done();
  });
  instance.addHook('onSend', (request, reply, payload, done) => {
    limitCaching(request, reply);
    if (!health.isDraining) closeOnceRead(request, reply);
    done(null, payload);
  });
  instance.addHook('onResponse', (request, reply, done) => {
    record(request, reply, logger, metrics);
    done();
  });
  addJsonParser(instance);
};

/** Sets the headers of every answer, and takes credentials out of the query. */
export const begin = (request: FastifyRequest, reply: FastifyReply, health: Health): void => {
  reply.header('x-request-id', request.id);
  // It may share a host with short URLs, which search engines must not list.
  reply.header('x-robots-tag', 'noindex');
  request.endpoint = request.routeOptions.config?.endpoint ?? null;
  const query = request.query as Record<string, string | string[]> | null;
  if (query?.['api_key'] !== undefined) {
    request.queryKey = query['api_key'];
    delete query['api_key'];
    warnOfQueryKey(reply);
  }
  if (query?.['ticket'] !== undefined) {
    request.queryTicket = query['ticket'];
    delete query['ticket'];
    hideQueryCredential(reply);
  }
  if (health.isDraining) reply.header('connection', 'close');
};

/** A known path with another method is a 405, or the answer to OPTIONS; an unknown path is a 404. */
const answerUnrouted = (
  instance: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
): void => {
  const url = request.raw.url ?? '/';
  const found = METHODS.flatMap((method) => {
    const route = instance.findRoute({ method, url });
    const params = Object.values(route?.params ?? {});
    return route === null || params.includes('') ? [] : [{ method, params: params.length }];
  });
  // A fixed path such as /v1/api-keys/current also matches /v1/api-keys/:id, whose methods do not count.
  const fewest = Math.min(...found.map(({ params }) => params));
  const known = found.filter(({ params }) => params === fewest).map(({ method }) => method);
  if (known.length === 0) return done(notFound());
  const allow = [...known, 'OPTIONS'].join(', ');
  if (request.method === 'OPTIONS') reply.code(204).header('allow', allow).send();
  else done(methodNotAllowed(allow));
};

/**
 * Only the credential's owner may cache an answer, and must revalidate it. A handler may say no-store. Nobody may keep
 * an answer whose URL has a credential, a public one included.
 */
const limitCaching = (request: FastifyRequest, reply: FastifyReply): void => {
  const isPublic = request.endpoint === null || request.endpoint.scope === 'public';
  if (request.queryKey !== null || request.queryTicket !== null) reply.header('cache-control', 'no-store');
  else if (!isPublic && !reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache');
};

/**
 * Node closes a connection at once after an answer with `Connection: close`. What the client still sends then resets it,
 * and the answer may be lost. So the rest of a small body is read, and that of another one is left for a while.
 */
const closeOnceRead = ({ raw }: FastifyRequest, reply: FastifyReply): void => {
  if (raw.complete || reply.getHeader('connection') !== 'close') return;
  reply.removeHeader('connection');
  allowBody(raw, BODY_WITHIN_MS);
  const isSmall = Number(raw.headers['content-length']) <= WORTH_DRAINING;
  if (!isSmall || reply.statusCode === 408) reply.raw.once('finish', () => leaveRest(raw));
};

/** Whether a route with parameters matched the fixed path of another route. */
const isAnotherRoutes = ({ params, raw, server }: FastifyRequest): boolean =>
  Object.keys(params ?? {}).length > 0 && hasFixedPath(server, (raw.url ?? '/').split('?', 1)[0] ?? '/');

const refusalOf = (request: FastifyRequest): Error | undefined => {
  const { headers, raw } = request;
  if (headers.host === undefined && raw.httpVersion === '1.1') return invalid('header.Host', 'is required');
  // Postgres cannot store a NUL.
  const nul = raw.url?.indexOf('%00') ?? -1;
  if (nul < 0) return undefined;
  return invalid(raw.url?.slice(0, nul).includes('?') ? 'query' : 'path', 'must not contain a NUL character');
};

const hasBody = ({ headers, method }: FastifyRequest): boolean => {
  const length = headers['content-length'];
  const none = headers['transfer-encoding'] === undefined && (length === undefined || length === '0');
  return !none && method !== 'GET' && method !== 'HEAD';
};

/** Bytes of a body; where its head does not say it, as many as the endpoint takes. */
const bytesOf = ({ headers, endpoint }: FastifyRequest, bodyLimit: number): number =>
  headers['content-length'] === undefined ? bodyLimitOf(endpoint, bodyLimit) : Number(headers['content-length']);

const bodyRefusalOf = ({ headers, endpoint }: FastifyRequest, bodyLimit: number): HttpProblem | undefined => {
  if (Number(headers['content-length']) > bodyLimitOf(endpoint, bodyLimit)) return new HttpProblem('payload_too_large');
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    return new HttpProblem(
      'unsupported_media_type',
      'The body must not be compressed: send it without `Content-Encoding`.',
    );
  if (isAccepted(headers['content-type'], endpoint?.consumes ?? JSON_TYPES)) return undefined;
  return new HttpProblem('unsupported_media_type', endpoint?.consumes && otherThanJson(endpoint.consumes));
};

const otherThanJson = (types: readonly string[]): string =>
  `The body must be in UTF-8 with a \`Content-Type\` of ${types.map((type) => `\`${type}\``).join(' or ')}.`;

const isAccepted = (type: string | undefined, accepted: readonly string[]): boolean => {
  if (type === undefined) return false;
  const [name = '', ...parameters] = type.toLowerCase().split(';');
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='));
  return accepted.includes(name.trim()) && (charset === undefined || /^charset="?utf-?8"?$/.test(charset));
};

/** Keeps the bytes. Validation reports a body that is not JSON, after the checks that come before it. */
const addJsonParser = (instance: FastifyInstance): void => {
  const parser = instance.getDefaultJsonParser('error', 'error');
  const parseJson = (request: FastifyRequest, text: string): unknown => {
    let parsed: { readonly error: Error | null; readonly value?: unknown } | undefined;
    void parser(request, text, (error, value) => (parsed = { error, value }));
    if (!parsed) throw new TypeError('the parser of JSON is not synchronous');
    if (!parsed.error) return parsed.value;
    // The parser has one error for both: this throws where the text is no JSON.
    JSON.parse(text);
    throw new BarredName();
  };
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (typeof bytes === 'string') return done(new TypeError('a body is read as bytes'));
    request.rawBody = bytes;
    if (bytes.length === 0) return done(null, undefined);
    void parseBody(bytes, (text) => parseJson(request, text)).then((value) => done(null, value));
  });
};

/** Writes the access log and the histogram, with the route's template: paths and queries may hold secrets. */
export const record = (request: FastifyRequest, reply: FastifyReply, logger: Logger, metrics: Metrics): void => {
  const route = request.routeOptions.url ?? 'unmatched';
  const milliseconds = reply.elapsedTime;
  // The duration of an event stream is up to its reader.
  if (reply.getHeader('content-type') !== 'text/event-stream')
    metrics.observeRequest(request.method, route, reply.statusCode, milliseconds / 1000);
  logger.info(
    {
      method: request.method,
      route,
      status: reply.statusCode,
      duration_ms: Math.round(milliseconds * 100) / 100,
      request_id: request.id,
      ...(request.workspaceId && { workspace_id: request.workspaceId }),
    },
    'request',
  );
};
