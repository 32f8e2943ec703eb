import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { type Discovery, documentOf } from './openapi-document';
import { isViewer, routesOf } from './routes';

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
  const lazyDocument = () => (document ??= documentOf(routesOf(app), discovery) as unknown as OpenAPIObject);
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
