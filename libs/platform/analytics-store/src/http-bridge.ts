import { createHash, timingSafeEqual } from 'node:crypto';
import { rm, rmdir } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { EmbeddedClickhouse } from './embedded-clickhouse';
import { BadRequest, readHttpQuery } from './http-request';
import { makeSocketDirectory } from './private-directory';

export interface ServeClickhouseHttp {
  readonly engine: EmbeddedClickhouse;
  /** Path of a unix socket (the system allows about 100 characters); its directory is made private to this user. */
  readonly socketPath?: string;
  /** TCP port on 127.0.0.1 instead; 0 takes a free one. Give a password with it: every local user can reach a port. */
  readonly port?: number;
  /** Expected as the password of basic authentication, with any user name. */
  readonly password?: string;
}

export interface ClickhouseHttpServer {
  /** Address for a client over TCP; over a socket its host has no meaning. */
  readonly url: string;
  /** Takes no new connection, lets running requests end, then closes. */
  close(): Promise<void>;
}

/** Bytes of a request's head, as a server takes: the client puts the parameters of commands and streams into the URL. */
const LONGEST_HEAD = 1024 * 1024;

/** Longer than clients keep a socket idle, so that the server closes none while a request is on its way. */
const KEEP_ALIVE = 60_000;

/**
 * Serves the part of ClickHouse's HTTP interface that `@clickhouse/client` needs: ping, query with bound parameters,
 * command and insert. As with a server, `wait_end_of_query=1` holds an answer back until it is whole. Without it, a
 * failure after the first rows cuts the connection, so that no client takes half an answer for a whole one.
 */
export async function serveClickhouseHttp(options: ServeClickhouseHttp): Promise<ClickhouseHttpServer> {
  const server = createServer({ maxHeaderSize: LONGEST_HEAD }, (request, response) => {
    handle(options, request, response).catch((error: unknown) => refuse(response, error));
  });
  server.keepAliveTimeout = KEEP_ALIVE;
  if (options.socketPath !== undefined) {
    await makeSocketDirectory(options.socketPath);
    await rm(options.socketPath, { force: true });
    await listening(server, () => server.listen(options.socketPath));
  } else {
    await listening(server, () => server.listen(options.port ?? 0, '127.0.0.1'));
  }
  const port = options.socketPath === undefined ? (server.address() as AddressInfo).port : 80;
  return {
    url: `http://localhost:${port}`,
    close: () => closed(server).then(() => removeDirectory(options.socketPath)),
  };
}

async function handle({ engine, password }: ServeClickhouseHttp, request: IncomingMessage, response: ServerResponse) {
  if (request.url === '/ping') return void response.end('Ok.\n');
  if (password !== undefined && !authentic(request, password)) {
    throw new BadRequest(401, 'Code: 516. DB::Exception: Authentication failed. (AUTHENTICATION_FAILED)');
  }
  const query = await readHttpQuery(request);
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const chunks = engine.run({ ...query, signal: gone.signal })[Symbol.asyncIterator]();
  try {
    const first = await chunks.next();
    response.writeHead(200, { ...(query.queryId && { 'X-ClickHouse-Query-Id': query.queryId }) });
    await pipeline(Readable.from(resumed(first, chunks)), response);
  } finally {
    await chunks.return?.();
  }
}

/** An iteration whose first step the caller has already taken, to see whether it fails. */
async function* resumed(first: IteratorResult<Uint8Array>, rest: AsyncIterator<Uint8Array>) {
  for (let step = first; !step.done; step = await rest.next()) yield step.value;
}

const refuse = (response: ServerResponse, error: unknown) => {
  if (response.headersSent) return void response.destroy();
  const message = error instanceof Error ? error.message : String(error);
  const code = /Code: (\d+)\./.exec(message)?.[1];
  response.writeHead(error instanceof BadRequest ? error.status : 500, {
    ...(code && { 'X-ClickHouse-Exception-Code': code }),
  });
  response.end(message);
};

const authentic = (request: IncomingMessage, password: string): boolean => {
  const given = Buffer.from((request.headers.authorization ?? '').replace(/^Basic /i, ''), 'base64').toString('utf8');
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given.slice(given.indexOf(':') + 1)), digest(password));
};

const listening = (server: Server, listen: () => void) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.once('listening', () => resolve());
    listen();
  });

/** Closing the server has removed the socket's file; the next server makes the directory again. */
const removeDirectory = async (socketPath: string | undefined): Promise<void> => {
  if (socketPath !== undefined) await rmdir(dirname(socketPath)).catch(() => undefined);
};

const closed = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
