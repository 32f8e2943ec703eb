import { send } from '../../support/waymark';
import { useWorkspace } from '../support/workspace';
import contract from './contract.json';

type Json = { readonly [name: string]: unknown };
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Json[];
  readonly parameters: readonly Json[];
  readonly requestBody?: Json;
  readonly responses: Readonly<Record<string, Json>>;
  /** Where another server answers: short URLs. */
  readonly servers?: readonly { url: string }[];
}
interface Document {
  readonly openapi: string;
  readonly info: Json;
  readonly servers: readonly { url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly securitySchemes: Json } & Json;
}

/** The routes of the product, by the ids of their operations: contract.json has them all. */
const ROUTES = Object.values(contract.operations).toSorted();

/** What is deleted only with a confirmation in the body, or by a list there. */
const CONFIRMED = new Set(['/v1/workspace', '/v1/auth/me', '/v1/links/bulk']);
/** The successes of operations that have several. */
const SEVERAL: Readonly<Record<string, readonly string[]>> = {
  'POST /v1/links': ['200', '201'],
  'PUT /v1/links/by-external-id/{external_id}': ['200', '201'],
  'POST /v1/auth/register': ['201', '202'],
};

describe('/openapi.json', () => {
  const workspace = useWorkspace();
  let document: Document;
  let described: [string, string, Operation][];
  /** Without those of short URLs. */
  let operations: [string, string, Operation][];
  beforeAll(async () => {
    document = (await workspace.get<Document>('/openapi.json')).body;
    described = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(
        ([method, operation]) => [method.toUpperCase(), path, operation] as [string, string, Operation],
      ),
    );
    operations = described.filter(([, , { servers }]) => servers === undefined);
  });

  it('is an OpenAPI 3.0 document of this installation', () => {
    expect(document.openapi).toMatch(/^3\.0\.\d$/);
    expect(document.info).toMatchObject({ title: 'Waymark', version: expect.stringMatching(/./) });
    expect(document.servers[0]?.url).toBe(workspace.product.url);
    expect(Object.keys(document.components.securitySchemes).sort()).toEqual([
      'apiKeyHeader',
      'apiKeyQuery',
      'bearer',
      'ticket',
    ]);
  });

  it('names the routes of the product', () => {
    expect(
      described
        .map(([method, path]) => `${method} ${path}`)
        .filter((route) => !route.startsWith('HEAD'))
        .sort(),
    ).toEqual(ROUTES);
  });

  it('names only existing routes and methods', async () => {
    for (const path of new Set(operations.map(([, path]) => path))) {
      const { headers } = await send(workspace.product, 'OPTIONS', path.replace(/\{\w+\}/g, 'x'));
      const allowed = String(headers.allow)
        .split(', ')
        .filter((method) => !['OPTIONS', 'HEAD'].includes(method));
      const documented = operations.filter(([, other]) => other === path).map(([method]) => method);
      expect([path, allowed.sort()]).toEqual([path, documented.filter((method) => method !== 'HEAD').sort()]);
    }
  });

  it('resolves every reference', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path ?? '');
    expect(references.length).toBeGreaterThan(50);
    for (const path of references) {
      const target = path
        .split('/')
        .reduce<unknown>((value, step) => (value as Json | undefined)?.[step.replaceAll('~1', '/')], document);
      expect([path, typeof target]).toEqual([path, 'object']);
    }
  });

  it('describes every operation in full: id, path parameters, answers, failures', () => {
    expect(new Set(operations.map(([, , { operationId }]) => operationId)).size).toBe(operations.length);
    for (const [method, path, operation] of operations) {
      expect(operation.summary).toMatch(/./);
      const inPath = operation.parameters
        .filter((parameter) => parameter['in'] === 'path')
        .map(({ name }) => `{${String(name)}}`);
      expect(inPath).toEqual(path.match(/\{\w+\}/g) ?? []);
      const successes = Object.keys(operation.responses).filter((status) => status.startsWith('2'));
      expect([method, path, successes]).toEqual([method, path, SEVERAL[`${method} ${path}`] ?? [expect.any(String)]]);
      for (const [status, answer] of Object.entries(operation.responses)) {
        if (!status.startsWith('2') && status !== '304')
          expect(answer['$ref']).toMatch(/^#\/components\/responses\/\w+Problem$/);
      }
      if (method === 'GET' || (method === 'DELETE' && !CONFIRMED.has(path)))
        expect(operation).not.toHaveProperty('requestBody');
    }
  });

  it('declares Last-Event-ID for event streams, and nothing else', () => {
    const resumed = operations.filter(([, , { parameters }]) =>
      parameters.some((parameter) => parameter['$ref'] === '#/components/parameters/LastEventId'),
    );
    expect(resumed.map(([method, path]) => `${method} ${path}`).filter((route) => !route.startsWith('HEAD'))).toEqual([
      'GET /v1/analytics/live',
    ]);
  });

  it('describes short URLs at the short host', () => {
    const short = described.filter(([, , { servers }]) => servers !== undefined);
    expect(short.map(([method, path]) => `${method} ${path}`)).toEqual(['GET /{alias}', 'POST /{alias}']);
    for (const [, , { servers }] of short)
      expect(servers).toEqual([{ url: expect.stringMatching(/^http:\/\/[^/]+$/) }]);
  });

  it('refuses an unknown query parameter at every operation but those of probes and scrapers', async () => {
    const probed = (path: string) => ['/health/live', '/health/ready', '/metrics'].includes(path);
    for (const [method, path] of operations.filter(([, path]) => !path.includes('{') && !probed(path))) {
      const { status, body } = await send<{ errors?: Json[] }>(workspace.product, method, `${path}?colour=red`, {
        headers: { authorization: `Bearer ${workspace.owner.access_token}` },
      });
      const problem = { location: 'query.colour', message: 'is not a known parameter', code: 'invalid_request' };
      expect([method, path, status, body.errors]).toEqual([method, path, 400, expect.arrayContaining([problem])]);
    }
  });

  it('requires a credential exactly where one is needed', async () => {
    for (const [method, path, { security }] of operations) {
      const answer = await send<{ code?: string }>(workspace.product, method, path.replace(/\{\w+\}/g, 'x'), {
        headers: { 'x-forwarded-for': '198.51.100.40' },
      });
      const needed = security.length > 0 && !security.some((one) => Object.keys(one).length === 0);
      expect([method, path, needed]).toEqual([method, path, answer.body?.code === 'missing_credentials']);
    }
  });

  it('documents every status of the operations', async () => {
    const { id } = await workspace.createLink();
    const { id: key } = await workspace.createKey();
    const tried: [string, string, unknown, Record<string, string>][] = [];
    for (const [method, path] of operations) {
      for (const target of [
        path.replace('{id}', path.includes('api-keys') ? key : id).replace('{code}', 'not_found'),
        path.replace(/\{\w+\}/g, 'x'),
        `${path.replace(/\{\w+\}/g, 'x')}?colour=red`,
      ]) {
        const bodies =
          method === 'GET' || method === 'DELETE'
            ? [undefined]
            : [
                undefined,
                {},
                { destination_url: 'https://example.com' },
                { name: 'x', scope: 'read' },
                '{',
                'x'.repeat(2_000_000),
              ];
        for (const body of bodies) tried.push([method, `${path} ${target}`, body, {}]);
        tried.push(
          [method, `${path} ${target}`, undefined, { authorization: 'Bearer svc_x' }],
          [method, `${path} ${target}`, method === 'GET' ? undefined : 'text', { 'content-type': 'text/plain' }],
          [method, `${path} ${target}`, undefined, { 'if-match': '"99"' }],
        );
      }
    }
    const undocumented = new Set<string>();
    for (const [method, where, body, headers] of tried) {
      const [path = '', target = ''] = where.split(' ');
      const { status } = await send(workspace.product, method, target, {
        body,
        headers: {
          authorization: `Bearer ${workspace.token}`,
          'x-forwarded-for': '198.51.100.41',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
      });
      if (!document.paths[path]?.[method.toLowerCase()]?.responses[String(status)])
        undocumented.add(`${method} ${path} ${status}`);
    }
    expect([...undocumented].sort()).toEqual([]);
  });

  it('names the source of geographic data with all analytics, as its licence requires', () => {
    const analytics = operations.filter(([, path]) => path.startsWith('/v1/analytics/'));
    expect(analytics.length).toBeGreaterThan(3);
    for (const [, path, { description }] of analytics)
      expect([path, description]).toEqual([
        path,
        expect.stringContaining('[IP Geolocation by DB-IP](https://db-ip.com)'),
      ]);
  });

  it('is shown by a viewer that loads nothing external', async () => {
    const { status, headers, text } = await workspace.get<string>('/docs');
    expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('text/html')]);
    expect(text).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  });
});
