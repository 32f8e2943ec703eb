import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createGzip } from 'node:zlib';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { llmsFullText, llmsText } from './llms';
import { type Discovery, documentOf } from './openapi-document';
import type { Json } from './openapi-schema';
import { pageText, scriptText } from './reference-page';
import { isReference, routesOf } from './routes';

/** Allows the page's own scripts and requests, and no other origin. Its library writes styles into the page. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
};

const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/** The origin that a request came to; the public origin if the Host is malformed. */
const originOf = ({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>, publicUrl: string): string =>
  HOST.test(host) && host !== new URL(publicUrl).host ? `${protocol}://${host}` : publicUrl;

/**
 * The library's script: its whole viewer in one file. Nothing else of the package is loaded. Of its makers' packages it
 * is the one that brings this file with the fewest others; versions after 1.46.4 want Node 22.
 */
const libraryFile = (): string =>
  join(dirname(createRequire(__filename).resolve('@scalar/fastify-api-reference')), 'js/standalone.js');

/**
 * Serves the document at /openapi.json, a reference for people at /docs, from files of this installation, and one for
 * language models at /llms.txt. Everything is made at the first request for it: before, the routes are not all known.
 */
export const serveReference = (app: NestFastifyApplication, discovery: Discovery): void => {
  const { publicUrl, title } = discovery;
  const instance: FastifyInstance = app.getHttpAdapter().getInstance();
  const document = once(() => documentOf(routesOf(app), discovery));
  const withSamples = once(() => sampled(document(), discovery.samples?.() ?? {}));
  const at = (request: FastifyRequest, made: Json): Json => ({
    ...made,
    servers: [{ url: originOf(request, publicUrl) }],
  });
  const serve = (path: string, type: string, text: (request: FastifyRequest) => unknown): void => {
    instance.get(path, (request, reply) => reply.type(type).send(text(request)));
  };
  instance.addHook('onRequest', (request, reply, done) => {
    if (isReference(request.raw.url ?? '/')) reply.headers(HEADERS);
    done();
  });
  serve('/openapi.json', JSON_TYPE, (request) => at(request, document()));
  serve('/docs/openapi.json', JSON_TYPE, (request) => at(request, withSamples()));
  for (const path of ['/docs', '/docs/']) serve(path, 'text/html; charset=utf-8', () => pageText(title));
  serve('/docs/start.js', SCRIPT_TYPE, () => scriptText(title));
  instance.get('/docs/scalar.js', sendLibrary);
  serve('/llms.txt', TEXT_TYPE, (request) => llmsText(at(request, document())));
  serve('/llms-full.txt', TEXT_TYPE, (request) => llmsFullText(at(request, document())));
};

const JSON_TYPE = 'application/json; charset=utf-8';
const SCRIPT_TYPE = 'text/javascript; charset=utf-8';
const TEXT_TYPE = 'text/plain; charset=utf-8';

const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
};

/** It is 3.5 MB, and a quarter of that compressed. */
const sendLibrary = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const file = createReadStream(libraryFile());
  reply.type(SCRIPT_TYPE).headers({ 'cache-control': 'public, max-age=3600', vary: 'Accept-Encoding' });
  if (!/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(String(request.headers['accept-encoding'] ?? '')))
    return reply.send(file);
  const zipped = createGzip();
  file.on('error', (error) => zipped.destroy(error));
  return reply.header('content-encoding', 'gzip').send(file.pipe(zipped));
};

/** The document with the samples of its operations, where the viewer looks for them. */
const sampled = (document: Json, samples: NonNullable<ReturnType<NonNullable<Discovery['samples']>>>): Json => {
  const paths = Object.entries(document['paths'] as Readonly<Record<string, Readonly<Record<string, Json>>>>);
  const withThem = (operation: Json): Json => {
    const own = samples[String(operation['operationId'])];
    return own ? { ...operation, 'x-codeSamples': own } : operation;
  };
  return {
    ...document,
    paths: Object.fromEntries(
      paths.map(([path, item]) => [
        path,
        Object.fromEntries(Object.entries(item).map(([method, operation]) => [method, withThem(operation)])),
      ]),
    ),
  };
};
