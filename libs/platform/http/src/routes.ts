import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { Endpoint, EndpointSpec } from './endpoint.decorator';

export interface Route {
  readonly method: string;
  /** Template in the router's own form, `/v1/links/:id`. */
  readonly path: string;
  readonly endpoint: Endpoint;
}

/** Routes of the reference. They are not in the document, and have no @Endpoint. */
const REFERENCE = /^\/(docs(\/|$)|openapi\.json$|llms(-full)?\.txt$)/;

/** @param url of a request, with its query if it has one */
export const isReference = (url: string): boolean => REFERENCE.test(url.split('?', 1)[0] ?? url);

const tables = new WeakMap<object, Route[]>();
const fixedPaths = new WeakMap<object, Set<string>>();

/** Routes of the dashboard, and of the host itself, which leads there. They are pages and no operations. */
const PAGES = /^\/(app(\/|$)|$)/;

/** Bytes that anybody may send without a credential. */
const PUBLIC_BODY_LIMIT = 64 * 1024;

/** @param otherwise the limit of the application. Both in bytes. */
export const bodyLimitOf = (endpoint: EndpointSpec | null | undefined, otherwise: number): number =>
  endpoint?.bodyLimit ?? (endpoint?.scope === 'public' ? Math.min(PUBLIC_BODY_LIMIT, otherwise) : otherwise);

/** Collects the routes as they are registered, and refuses one without an @Endpoint. */
export const collectRoutes = (instance: FastifyInstance): void => {
  const routes: Route[] = [];
  const fixed = new Set<string>();
  tables.set(instance.server, routes);
  fixedPaths.set(instance.server, fixed);
  instance.addHook('onRoute', (options) => {
    const endpoint = options.config?.endpoint;
    if (!endpoint) {
      if (isReference(options.url) || PAGES.test(options.url)) return;
      throw new Error(`${String(options.method)} ${options.url} has no @Endpoint`);
    }
    if (!options.url.includes(':')) fixed.add(options.url);
    options.bodyLimit = bodyLimitOf(
      endpoint,
      options.bodyLimit ?? instance.initialConfig.bodyLimit ?? PUBLIC_BODY_LIMIT,
    );
    // Fastify registers the HEAD of a GET itself.
    for (const method of [options.method].flat())
      if (method !== 'HEAD') routes.push({ method, path: options.url, endpoint });
  });
};

/** Every route that the application serves, once it is initialised. */
export const routesOf = (app: NestFastifyApplication): readonly Route[] => tables.get(app.getHttpServer()) ?? [];

/** Whether a request with this method may bring a ticket to this endpoint: to one that answers with a file. */
export const takesTicket = (method: string, { scope, produces, streams }: Endpoint): boolean =>
  method === 'GET' && scope === 'read' && produces !== undefined && streams === undefined;

/** Whether a GET there is answered with a file. @param url with its query if it has one */
export const isDownloadAt = ({ server }: FastifyInstance, url: string): boolean => {
  const [path = ''] = url.split('?', 1);
  return (tables.get(server) ?? []).some(
    (route) => takesTicket(route.method, route.endpoint) && patternOf(route.path).test(path),
  );
};

/** Of the paths that a template stands for. */
const patternOf = (template: string): RegExp => new RegExp(`^${template.replace(/:\w+/g, '[^/]+')}$`);

/** Whether a route without parameters has this path, with any method. */
export const hasFixedPath = ({ server }: FastifyInstance, path: string): boolean =>
  fixedPaths.get(server)?.has(path) ?? false;
