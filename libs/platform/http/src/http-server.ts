import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from '@platform/telemetry';
import { demandBody } from './body-deadline';
import { closeUnread, watchPieces } from './body-pieces';
import { HttpProblem, invalid } from './errors';
import { requestIdOf, timeOrderedId } from './ids';
import { type ProblemResponse, PROBLEM_TYPE, problemResponseOf } from './problem';
import { cutSlowReaders } from './slow-readers';

/**
 * Gets each request before the framework; returns true when it has answered the request, or will, and a promise of that
 * when it has to ask first.
 */
export type RawHandler = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;

/**
 * A node server that answers nothing by itself but a request with two Hosts: one without Host or with an unknown Expect
 * goes to the listener, so that its answer has our error shape.
 */
export const createHttpServer = (
  listener: RequestListener,
  rawHandler: RawHandler | undefined,
  fail: (error: unknown, response: ServerResponse) => void,
): Server => {
  const answer: RequestListener = rawHandler
    ? (request, response) => {
        try {
          const answered = rawHandler(request, response);
          if (answered === true) return;
          if (answered === false) return listener(request, response);
          answered
            .then((isAnswered) => isAnswered || listener(request, response))
            .catch((error: unknown) => fail(error, response));
        } catch (error) {
          fail(error, response);
        }
      }
    : listener;
  const handler: RequestListener = (request, response) => {
    if (hasTwoHosts(request)) return fail(invalid('header.Host', 'must be given once'), response);
    if (request.url?.charCodeAt(0) !== SLASH) takeOriginForm(request);
    answer(request, response);
  };
  const server = createServer(
    {
      requireHostHeader: false,
      // Longer than a balancer keeps an idle connection, so that it never writes into one that we are closing.
      keepAliveTimeout: 75_000,
      headersTimeout: 15_000,
      // Node has one limit for all bodies; those of uploads take longer.
      requestTimeout: 0,
      connectionsCheckingInterval: 5_000,
    },
    handler,
  );
  server.prependListener('request', (request, response) => watchBody(server, request, response));
  server.on('checkExpectation', handler);
  cutSlowReaders(server);
  return server;
};

const watchBody = (server: Server, request: IncomingMessage, response: ServerResponse): void => {
  demandBody(server, request);
  watchPieces(server, request, response);
};

/** Node keeps the first Host and drops others. Another hop may have gone by another one (RFC 9112, 3.2). */
const hasTwoHosts = ({ rawHeaders }: IncomingMessage): boolean => {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
};

const SLASH = 47;
const ABSOLUTE = /^https?:\/\/([^/?#@]+)(\/[^#]*|\?[^#]*)?$/i;

/** Turns the target `http://host/path` into `/path`; its host replaces the one in Host (RFC 9112, 3.2.2). */
const takeOriginForm = (request: IncomingMessage): void => {
  const [, host, path = '/'] = ABSOLUTE.exec(request.url ?? '') ?? [];
  if (host === undefined) return;
  request.url = path.startsWith('?') ? `/${path}` : path;
  if (request.headers.host !== undefined) request.headers.host = host;
};

export interface RawServer {
  readonly handler: RawHandler;
  /** Origin under which `/errors/{code}` explains the codes. */
  readonly publicUrl: string;
  readonly logger: Logger;
}

/** A small, fast server without the framework. It answers 404 in our error shape where the handler does not answer. */
export const createRawServer = ({ handler, publicUrl, logger }: RawServer): Server => {
  const fail = failRaw(publicUrl, logger);
  const absent: RequestListener = (request, response) =>
    sendRawProblem(
      response,
      problemResponseOf(new HttpProblem('not_found'), requestIdOf(request.headers['x-request-id']), publicUrl),
    );
  return createHttpServer(absent, handler, fail).on('clientError', clientErrorHandler(publicUrl, logger));
};

/** Answers a request that was refused or whose handler threw. A failure of ours is logged. */
export const failRaw =
  (publicUrl: string, logger: Logger) =>
  (error: unknown, response: ServerResponse): void => {
    const requestId = requestIdOf(response.req.headers['x-request-id']);
    const problem = problemResponseOf(error, requestId, publicUrl);
    if (problem.status >= 500) logger.error({ err: error, request_id: requestId }, 'request failed');
    sendRawProblem(response, problem);
  };

/** The request may have been one of a short host, which search engines must not list. */
const ROBOTS = { 'x-robots-tag': 'noindex' };

/** Answers a request that has no reply object; closes the connection if the headers are sent. */
export const sendRawProblem = (response: ServerResponse, { status, headers, body }: ProblemResponse): void => {
  if (response.headersSent) return void response.destroy();
  const text = JSON.stringify(body);
  response.writeHead(status, {
    ...headers,
    ...ROBOTS,
    'x-request-id': String(body['request_id']),
    'content-type': PROBLEM_TYPE,
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
};

/**
 * Answers bytes that are not HTTP on the socket itself, and closes it: also where the client keeps its side open, which
 * would hold what was taken for its request.
 */
export const clientErrorHandler =
  (publicUrl: string, logger: Logger) =>
  (error: Error & { readonly code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    // Bytes after the last request of a connection are ignored; the answer to that request closes it.
    if (error.code === 'HPE_CLOSED_CONNECTION') return;
    const requestId = timeOrderedId('req');
    const { status, headers, body } = problemResponseOf(clientProblemOf(error.code), requestId, publicUrl);
    logger.debug(
      { request_id: requestId, status, reason: error.code },
      'the client sent something that is not an HTTP request',
    );
    const text = JSON.stringify(body);
    const lines = Object.entries({
      ...headers,
      ...ROBOTS,
      'x-request-id': requestId,
      'content-type': PROBLEM_TYPE,
      'content-length': String(Buffer.byteLength(text)),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${text}`);
    closeUnread(socket);
  };

const clientProblemOf = (code: string | undefined): unknown => {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new HttpProblem('request_timeout');
  if (code === 'HPE_HEADER_OVERFLOW') return new HttpProblem('headers_too_large');
  return invalid('request', 'is not valid HTTP');
};
