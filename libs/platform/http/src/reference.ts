import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { KeptFile } from './kept-file';
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
 * language models at /llms.txt. Everything is made at the first request for it, since the routes are not all known
 * before, and kept: nobody needs a credential here.
 */
export const serveReference = (app: NestFastifyApplication, discovery: Discovery): void => {
  const { publicUrl, title } = discovery;
  const instance: FastifyInstance = app.getHttpAdapter().getInstance();
  const document = once(() => documentOf(routesOf(app), discovery));
  const serve = (path: string, type: string, text: () => string): void => {
    instance.get(path, (_request, reply) => reply.type(type).send(text()));
  };
  /** A text of the document, which names the origin that the request came to. */
  const serveText = (path: string, type: string, textOf: (document: Json) => string): void => {
    const parts = once(() => textOf({ ...document(), servers: [{ url: SOME_ORIGIN }] }).split(SOME_ORIGIN));
    const own = new KeptFile(() => Buffer.from(parts().join(publicUrl)), type, 'no-cache');
    instance.get(path, (request, reply) => {
      const origin = originOf(request, publicUrl);
      return origin === publicUrl ? own.send(request, reply) : reply.type(type).send(parts().join(origin));
    });
  };
  instance.addHook('onRequest', (request, reply, done) => {
    if (isReference(request.raw.url ?? '/')) reply.headers(HEADERS);
    done();
  });
  serveText('/openapi.json', JSON_TYPE, (made) => JSON.stringify(made));
  serveText('/docs/openapi.json', JSON_TYPE, (made) => JSON.stringify(sampled(made, discovery.samples?.() ?? {})));
  for (const path of ['/docs', '/docs/']) serve(path, 'text/html; charset=utf-8', () => pageText(title));
  serve('/docs/start.js', SCRIPT_TYPE, () => scriptText(title));
  const library = new KeptFile(() => readFile(libraryFile()), SCRIPT_TYPE, 'public, max-age=3600');
  instance.get('/docs/scalar.js', (request, reply) => library.send(request, reply));
  serveText('/llms.txt', TEXT_TYPE, llmsText);
  serveText('/llms-full.txt', TEXT_TYPE, llmsFullText);
};

/** Stands for the origin in a text that is made once for all of them. */
const SOME_ORIGIN = 'https://origin.invalid';

const JSON_TYPE = 'application/json; charset=utf-8';
const SCRIPT_TYPE = 'text/javascript; charset=utf-8';
const TEXT_TYPE = 'text/plain; charset=utf-8';

const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
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
