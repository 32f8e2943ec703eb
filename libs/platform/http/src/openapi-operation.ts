import type { z } from 'zod';
import type { Callback, Endpoint, ResponseSpec } from './endpoint.decorator';
import { Problems, codesOf, isRepeatable } from './openapi-problems';
import { type Direction, type Json, Schemas, nameOf, withoutLoneAllOf } from './openapi-schema';
import { type Route, takesTicket } from './routes';

/** Texts of a path parameter. */
export interface PathParameter {
  readonly description: string;
  readonly example: string;
}

/** What the operations of a document share. */
export class Shared {
  readonly schemas = new Schemas();
  readonly problems = new Problems();
  readonly parameters: Record<string, Json> = {};
  readonly examples: Record<string, Json> = {};

  /** @param paths texts of path parameters: by `links/{id}`, collection and name, or by the name alone */
  constructor(private readonly paths: Readonly<Record<string, PathParameter>>) {}

  pathParametersOf(path: string): Json[] {
    return [...path.matchAll(/([^/]*)\/:(\w+)/g)].map(([, collection = '', name = '']) => ({
      name,
      in: 'path',
      required: true,
      ...(this.paths[`${collection}/{${name}}`] ?? this.paths[name]),
      schema: { type: 'string' },
    }));
  }

  /** A parameter of the query; a reference where its schema has `.meta({ parameter })`, the name of the component. */
  queryParameterOf(name: string, schema: z.ZodType): Json {
    const { parameter, description, ...rest } = this.schemas.of(schema, 'input');
    const example = this.schemas.exampleOf(rest);
    const { example: _, ...type } = rest;
    const absent = schema.safeParse(undefined);
    const made = {
      name,
      in: 'query',
      required: !absent.success,
      description: description ?? this.schemas.descriptionOf(rest),
      ...(type['type'] === 'array' && { style: 'form', explode: false }),
      schema: withoutLoneAllOf({
        ...type,
        ...(absent.data !== undefined && !('default' in type) && { default: absent.data }),
      }),
      ...(example !== undefined && { example }),
    };
    if (typeof parameter !== 'string') return made;
    this.parameters[parameter] = made;
    return { $ref: `#/components/parameters/${parameter}` };
  }

  contentOf(types: readonly string[] = ['application/json'], schema: z.ZodType, direction: Direction): Json {
    const described = this.schemas.of(schema, direction);
    const media = { schema: described, ...this.exampleOf(described) };
    return Object.fromEntries(types.map((type): [string, Json] => [type.split(';', 1)[0] ?? type, media]));
  }

  /** The example of a named schema is a component, too. */
  private exampleOf(schema: Json): Json {
    const name = nameOf(schema);
    const value = this.schemas.exampleOf(schema);
    if (name === undefined) return value === undefined ? {} : { example: value };
    this.examples[name] = { value };
    return { examples: { [name]: { $ref: `#/components/examples/${name}` } } };
  }
}

export const operationOf = ({ method, path, endpoint }: Route, shared: Shared): Json => {
  const codes = codesOf(method, path, endpoint);
  const { id, summary, description, scope, body, consumes, callback } = endpoint;
  return {
    operationId: id,
    tags: [tagOf(endpoint)],
    summary,
    ...(description && { description }),
    'x-required-scope': scope,
    ...extensionOf(method, endpoint, shared),
    security: securityOf(method, endpoint),
    parameters: [
      ...shared.pathParametersOf(path),
      ...Object.entries<z.ZodType>(endpoint.query?.shape ?? {}).map(([name, schema]) =>
        shared.queryParameterOf(name, schema),
      ),
      ...headersOf(method, endpoint, codes.includes('revision_mismatch')).map((name) => ({
        $ref: `#/components/parameters/${name}`,
      })),
    ],
    ...(body && {
      requestBody: {
        required: !body.safeParse(undefined).success,
        description: shared.schemas.descriptionOf(shared.schemas.of(body, 'input')),
        content: shared.contentOf(consumes, body, 'input'),
      },
    }),
    responses: { ...answersOf(method, endpoint, shared), ...shared.problems.of(codes) },
    ...(callback && { callbacks: callbackOf(callback) }),
  };
};

const callbackOf = ({ name, url, summary, description, body, answers }: Callback): Json => ({
  [name]: {
    [`{${url}}`]: {
      post: {
        summary,
        description,
        security: [],
        requestBody: {
          required: true,
          description,
          content: { 'application/json': { schema: { $ref: `#/components/schemas/${body}` } } },
        },
        responses: Object.fromEntries(
          Object.entries(answers).map(([status, meaning]) => [status, { description: meaning }]),
        ),
      },
    },
  },
});

/** The resource of an operation. */
export const tagOf = ({ id }: Endpoint): string => id.slice(0, id.indexOf('.'));

const securityOf = (method: string, endpoint: Endpoint): Json[] => {
  const { scope, credential } = endpoint;
  if (scope === 'public') return credential === 'optional' ? [{}, { bearer: [] }] : [];
  const credentials = [{ bearer: [] }, { apiKeyHeader: [] }, { apiKeyQuery: [] }];
  return takesTicket(method, endpoint) ? [...credentials, { ticket: [] }] : credentials;
};

const headersOf = (method: string, endpoint: Endpoint, takesIfMatch: boolean): readonly string[] => [
  ...(isEventStream(endpoint) ? ['LastEventId'] : []),
  ...(isRepeatable(method, endpoint) ? ['IdempotencyKey'] : []),
  ...(304 in endpoint.responses ? ['IfNoneMatch'] : []),
  ...(takesIfMatch ? ['IfMatch'] : []),
];

const isEventStream = ({ produces }: Endpoint): boolean => [produces].flat().includes('text/event-stream');

const successOf = ({ responses }: Endpoint): ResponseSpec | undefined => Object.values(responses)[0];

/**
 * What generators of client libraries need to know besides: how a list is paged, what is streamed, which field of the
 * answer is a secret that is not shown again, and which request must not be repeated by itself.
 */
const extensionOf = (method: string, endpoint: Endpoint, { schemas }: Shared): Json => {
  const { query, scope, streams } = endpoint;
  const answer = successOf(endpoint);
  const schema = typeof answer === 'object' ? schemas.of(answer, 'output') : {};
  const secrets = Object.entries(schemas.fieldsOf(schema)).flatMap(([name, field]) => (isSecret(field) ? [name] : []));
  const extension = {
    ...(query && 'cursor' in query.shape ? { paging: 'cursor' } : query && 'page' in query.shape && { paging: 'page' }),
    ...(isEventStream(endpoint) ? { stream: 'sse' } : schema['format'] === 'binary' && { stream: 'file' }),
    ...(streams && { item: nameOf(schemas.of(streams, 'output')) }),
    ...(secrets.length > 0 && { secret: secrets }),
    ...(method !== 'GET' && scope === 'public' && { retry: 'never' }),
  };
  return Object.keys(extension).length > 0 ? { 'x-waymark': extension } : {};
};

const isSecret = (field: Json): boolean => (field['x-waymark'] as Json | undefined)?.['secret'] === true;

const RATE_LIMIT = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
] as const;

const answersOf = (method: string, endpoint: Endpoint, shared: Shared): Json => {
  const { responses, headers = [], scope, produces } = endpoint;
  const named = [
    'X-Request-Id',
    ...headers,
    ...(isRepeatable(method, endpoint) ? ['Idempotent-Replayed'] : []),
    ...(scope === 'public' ? [] : ['Cache-Control', ...RATE_LIMIT]),
  ];
  const references = Object.fromEntries(named.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
  const types = produces === undefined ? undefined : [produces].flat();
  return Object.fromEntries(
    Object.entries(responses).map(([status, answer]: [string, ResponseSpec]) => [
      status,
      {
        description:
          typeof answer === 'string' ? answer : shared.schemas.descriptionOf(shared.schemas.of(answer, 'output')),
        headers: references,
        ...(typeof answer !== 'string' && { content: shared.contentOf(types, answer, 'output') }),
      },
    ]),
  );
};
