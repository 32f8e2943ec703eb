import { COMPONENTS } from './openapi-components';
import { type PathParameter, Shared, operationOf, tagOf } from './openapi-operation';
import { problemExamples } from './openapi-problems';
import type { Json, Schemas } from './openapi-schema';
import type { Route } from './routes';

/** What a resource is. */
export interface TagText {
  /** Its name for readers. */
  readonly title: string;
  readonly description: string;
}

/** What an application says in its document besides its endpoints. */
export interface DocumentTexts {
  readonly title: string;
  /** SemVer. */
  readonly version: string;
  readonly description: string;
  readonly contact?: { readonly name: string; readonly url?: string };
  readonly license?: { readonly name: string; readonly url?: string };
  /** By the resource that operation ids begin with. */
  readonly tags: Readonly<Record<string, TagText>>;
  /** By `links/{id}`, collection and name, or by the name alone. */
  readonly pathParameters: Readonly<Record<string, PathParameter>>;
  /** Routes that another server answers, such as short URLs. */
  readonly otherRoutes?: readonly (Route & { readonly server: string })[];
  /** Adds schemas that are not made from bodies and answers, such as those of callbacks. */
  readonly otherSchemas?: (schemas: Schemas) => void;
  /** Reads the samples of operations by their ids, for the reference. */
  readonly samples?: () => Readonly<Record<string, readonly CodeSample[]>>;
}

/** How an operation is called in a language, as viewers of documents know it. */
export interface CodeSample {
  /** The name of the language for highlighting. */
  readonly lang: string;
  /** Its name for readers. */
  readonly label: string;
  readonly source: string;
}

export interface Discovery extends Partial<DocumentTexts> {
  readonly title: string;
  readonly version: string;
  readonly publicUrl: string;
}

const SECURITY: Json = {
  bearer: { type: 'http', scheme: 'bearer', description: 'An API key (`svc_live_…`) or an access token.' },
  apiKeyHeader: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key.' },
  apiKeyQuery: { type: 'apiKey', in: 'query', name: 'api_key', description: 'An API key. For testing only.' },
  ticket: {
    type: 'apiKey',
    in: 'query',
    name: 'ticket',
    description: 'A ticket for this one address, by `POST /v1/auth/tickets`.',
  },
};

/** The OpenAPI 3.0 document of routes: everything is made from their declarations. */
export const documentOf = (routes: readonly Route[], discovery: Discovery): Json => {
  const { title, version, description = '', contact, license, publicUrl, tags = {}, otherRoutes = [] } = discovery;
  const shared = new Shared(discovery.pathParameters ?? {});
  const paths: Record<string, Json> = {};
  for (const route of [...routes, ...otherRoutes]) addTo(paths, route, shared);
  discovery.otherSchemas?.(shared.schemas);
  const schemas = { ...COMPONENTS.schemas, ...shared.schemas.byName };
  for (const schema of Object.values<Json>(schemas)) shared.schemas.completed(schema);
  const used = [...new Set([...routes, ...otherRoutes].map(({ endpoint }) => tagOf(endpoint)))];
  const examples = Object.entries(problemExamples(publicUrl)).filter(([code]) => shared.problems.codes.has(code));
  return {
    openapi: '3.0.3',
    info: { title, version, description, ...(contact && { contact }), ...(license && { license }) },
    servers: [{ url: publicUrl }],
    tags: used.toSorted().map((name) => tagFor(name, tags[name])),
    paths,
    components: {
      securitySchemes: SECURITY,
      schemas: sorted(schemas),
      parameters: sorted({ ...COMPONENTS.parameters, ...shared.parameters }),
      headers: COMPONENTS.headers,
      responses: sorted(shared.problems.responses),
      examples: sorted({ ...Object.fromEntries(examples), ...shared.examples }),
    },
  };
};

const addTo = (paths: Record<string, Json>, route: Route & { readonly server?: string }, shared: Shared): void => {
  const { method, path, server } = route;
  const operation = operationOf(route, shared);
  const item = (paths[path.replace(/:(\w+)/g, '{$1}')] ??= {});
  item[method.toLowerCase()] = server === undefined ? operation : { ...operation, servers: [{ url: server }] };
};

const tagFor = (name: string, text: TagText | undefined): Json => ({
  name,
  ...(text && { description: text.description, 'x-displayName': text.title }),
});

const sorted = (components: Readonly<Record<string, unknown>>): Json =>
  Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => (a < b ? -1 : 1)));
