import * as fc from 'fast-check';
import type { DocumentedOperation, OpenApiDocument, Parameter } from '../../api/support/document';
import { anyValue, type Ids, jsonOf, Values } from './values';

export interface GeneratedRequest {
  readonly operationId: string;
  readonly method: string;
  /** As it is sent, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What a workspace has for requests to name. */
export interface Ground {
  readonly ids: Ids;
  /** API keys and access tokens. */
  readonly credentials: readonly string[];
}

/** Any request of any operation of the document. */
export const requestsOf = (document: OpenApiDocument, { ids, credentials }: Ground): fc.Arbitrary<GeneratedRequest> => {
  const values = new Values(document, ids);
  return fc.oneof(...document.operations.map((operation) => requestOf(operation, values, credentials)));
};

const requestOf = (
  operation: DocumentedOperation,
  values: Values,
  credentials: readonly string[],
): fc.Arbitrary<GeneratedRequest> => {
  const { method, operationId, path, parameters } = operation;
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  // A session that has ended would be refused from then on.
  const presented = operationId === 'auth.logout' ? credentials.slice(0, 1) : credentials;
  return fc
    .record({
      segments: fc.tuple(...inPath.map(({ schema, example }) => values.of(withExample(schema, example)))),
      query: queryOf(inQuery, values),
      headers: headersOf(presented),
      content: contentOf(operation, values),
    })
    .map(({ segments, query, headers, content: { body, type } }) => ({
      operationId,
      method,
      path: segments.reduce<string>((text, value) => text.replace(/\{\w+\}/, () => encoded(value)), path) + query,
      headers: { ...(type !== undefined && { 'content-type': type }), ...headers },
      ...(body !== undefined && { body }),
    }));
};

/** A parameter has its example beside its schema. */
const withExample = (schema: Parameter['schema'], example: unknown) => ({ ...schema, example });

const queryOf = (parameters: readonly Parameter[], values: Values): fc.Arbitrary<string> => {
  const pairs = parameters.map(({ name, schema, example, required }) =>
    fc
      .tuple(fc.nat(required ? 9 : 4), values.of(withExample(schema, example)))
      .map(([die, value]) => ((die === 0) === required ? '' : `${name}=${encoded(value)}`)),
  );
  const odd = fc.oneof(
    { weight: 20, arbitrary: fc.constant('') },
    {
      weight: 1,
      arbitrary: fc.constantFrom('page=1&page=2', '__proto__=1', 'a%zz=1', 'x', '&&=', 'tags[]=a&tags[][]=b'),
    },
    { weight: 1, arbitrary: anyValue.map((value) => `${encoded(value)}=${encoded(value)}`) },
  );
  return fc.tuple(...pairs, odd).map((all) => {
    const query = all.filter((pair) => pair !== '').join('&');
    return query === '' ? '' : `?${query}`;
  });
};

const header = fc.stringMatching(/^[\x21-\x7e]{0,40}$/);

const headersOf = (credentials: readonly string[]): fc.Arbitrary<Readonly<Record<string, string>>> => {
  const given = fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom(...credentials).map((token) => ({ authorization: `Bearer ${token}` })) },
    { weight: 1, arbitrary: fc.constant({}) },
  );
  const seldom = fc.constantFrom<Readonly<Record<string, string>>>(
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/json; charset=utf-16' },
    { 'content-encoding': 'gzip' },
    { accept: 'text/html' },
    { traceparent: '00-00000000000000000000000000000000-0000000000000000-ff', baggage: 'a=b,'.repeat(200) },
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' },
    { range: 'bytes=0-0', 'if-modified-since': 'never' },
    { expect: '100-continue' },
    { 'idempotency-key': 'a'.repeat(256) },
    { cookie: 'waymark_refresh=x; waymark_refresh=y' },
  );
  const tags = fc.oneof(fc.constantFrom('*', '"0"', '"1"', 'W/"1"', '"99999999999999999999"'), header);
  const own = fc.record(
    {
      'if-match': tags,
      'if-none-match': tags,
      'idempotency-key': fc.oneof(fc.constantFrom('a', 'b'), header),
      'x-request-id': header,
    },
    { requiredKeys: [] },
  );
  const rarely = <T extends object>(arbitrary: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 12, arbitrary: fc.constant({}) }, { weight: 1, arbitrary });
  return fc.tuple(given, rarely(seldom), rarely(own)).map((all) => Object.assign({}, ...all) as Record<string, string>);
};

interface Content {
  readonly body?: string;
  readonly type?: string;
}

const contentOf = ({ requestBody }: DocumentedOperation, values: Values): fc.Arbitrary<Content> => {
  const media = Object.entries(requestBody?.content ?? {});
  const none = fc.constant<Content>({});
  const broken = fc
    .constantFrom('', '{', '[', 'nul', '{"__proto__":{}}', '['.repeat(50_000), '"\\ud800"', '\ufeff{}', '{"a":1,"a":2}')
    .map((body): Content => ({ body, type: 'application/json' }));
  if (media.length === 0) return fc.oneof({ weight: 30, arbitrary: none }, { weight: 1, arbitrary: broken });
  const each = media.map(([type, { schema }]) =>
    (type === 'application/json'
      ? values.of(schema).map(jsonOf)
      : type.includes('csv')
        ? csv
        : type.includes('ndjson')
          ? fc.array(anyValue.map(jsonOf)).map((lines) => lines.join('\n'))
          : anyValue.map((value) => `password=${encoded(value)}`)
    ).map((body): Content => ({ body, type })),
  );
  return fc.oneof(
    { weight: 30, arbitrary: fc.oneof(...each) },
    { weight: 1, arbitrary: none },
    { weight: 2, arbitrary: broken },
  );
};

const csv = fc
  .tuple(
    fc.subarray(['destination_url', 'alias', 'tags', 'expires_at', 'has_password', 'rules', 'click_limit']),
    fc.array(fc.array(anyValue.map(textOf), { maxLength: 5 }), { maxLength: 5 }),
  )
  .map(([columns, rows]) => [columns, ...rows].map((cells) => cells.join(',')).join('\n'));

/** Of a value in a URL: lists as comma lists. */
const encoded = (value: unknown): string =>
  (Array.isArray(value) ? value.map(textOf).join(',') : textOf(value))
    // encodeURIComponent throws at half a pair; three such bytes are what a careless client sends.
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .split('\ufffd')
    .map(encodeURIComponent)
    .join('%ED%A0%80');

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : jsonOf(value);
}
