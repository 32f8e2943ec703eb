import { createSample, PUBLIC_URL, type Sample } from '../../../../test/support/http-sample';
import { routesOf } from '.';

let sample: Sample;
let document: Record<string, unknown> & {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
};

const TEXTS = {
  tags: { links: { title: 'Links', description: 'Short links.' } },
  pathParameters: { 'links/{id}': { description: 'Id of the link.', example: 'link_1' } },
};

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly Record<string, unknown>[];
  readonly responses: Record<string, unknown>;
  readonly [more: string]: unknown;
}

beforeAll(async () => {
  sample = await createSample({ title: 'Sample', version: '9.0.0', ...TEXTS });
  await sample.app.init();
  const asked = { url: '/openapi.json', headers: { host: 'api.example.com:8443' } };
  document = (await sample.app.inject(asked)).json();
});
afterAll(() => sample.app.close());

describe('/openapi.json', () => {
  it('describes exactly the routes that run', () => {
    const described = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const running = routesOf(sample.app).map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    expect(described.toSorted()).toEqual(running.toSorted());
    expect(running).toEqual(
      expect.arrayContaining([
        'GET /v1/links',
        'POST /v1/links',
        'DELETE /v1/links/{id}',
        'GET /health/ready',
        'GET /metrics',
        'GET /errors/{code}',
      ]),
    );
  });

  it('is OpenAPI 3.0 with a unique id for each operation', () => {
    expect(document).toMatchObject({
      openapi: '3.0.3',
      info: { title: 'Sample', version: '9.0.0' },
      servers: [{ url: 'http://api.example.com:8443' }],
    });
    const ids = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    );
    expect(ids).toContain('links.create');
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('names the public origin for its host, whatever the scheme, and for an invalid host', async () => {
    for (const host of [new URL(PUBLIC_URL).host, 'evil.example/x', '<script>']) {
      const { servers } = (await sample.app.inject({ url: '/openapi.json', headers: { host } })).json<
        typeof document
      >();
      expect([host, servers]).toEqual([host, [{ url: PUBLIC_URL }]]);
    }
  });

  it("describes an operation's input, answers and credentials", () => {
    const create = document.paths['/v1/links']?.['post'];
    expect(create).toMatchObject({
      summary: 'Create a link',
      tags: ['links'],
      'x-required-scope': 'write',
      security: [{ bearer: [] }, { apiKeyHeader: [] }, { apiKeyQuery: [] }],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['destination_url'],
              additionalProperties: false,
              properties: { title: { type: 'string', nullable: true } },
            },
          },
        },
      },
      responses: {
        201: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Link' } } },
          headers: { Location: {}, ETag: {}, RateLimit: {}, 'X-Request-Id': {} },
        },
      },
    });
    expect(Object.keys(create?.responses ?? {})).toEqual([
      '201',
      '400',
      '401',
      '403',
      '408',
      '409',
      '413',
      '415',
      '422',
      '429',
      '431',
      '500',
      '503',
    ]);
    expect(document.components['schemas']?.['Link']).toEqual({
      type: 'object',
      description: 'A short link.',
      properties: { id: { type: 'string' }, destination_url: { type: 'string' } },
      required: ['id', 'destination_url'],
    });
  });

  it('describes each parameter', () => {
    const { parameters = [] } = document.paths['/v1/links']?.['get'] ?? {};
    expect(parameters).toEqual(
      expect.arrayContaining([
        { $ref: '#/components/parameters/Limit' },
        { name: 'disabled', in: 'query', required: false, schema: { type: 'boolean' } },
      ]),
    );
    expect(document.paths['/v1/links/{id}']?.['patch']?.parameters).toEqual([
      {
        name: 'id',
        in: 'path',
        required: true,
        description: 'Id of the link.',
        example: 'link_1',
        schema: { type: 'string' },
      },
      ...['IdempotencyKey', 'IfMatch'].map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ]);
    expect(document.paths['/v1/links/{id}']?.['delete']?.parameters).toContainEqual({
      $ref: '#/components/parameters/IdempotencyKey',
    });
  });

  it('has no dangling reference', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
    expect(refs.length).toBeGreaterThan(20);
    for (const [, kind = '', name = ''] of refs) expect(document.components[kind]).toHaveProperty([name]);
    expect(JSON.stringify(document)).not.toContain('$defs');
  });
});
