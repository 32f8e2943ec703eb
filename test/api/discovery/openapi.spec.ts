import { send } from '../../support/waymark';
import { useWorkspace } from '../support/workspace';

type Json = { readonly [name: string]: unknown };
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Json[];
  readonly parameters: readonly Json[];
  readonly requestBody?: Json;
  readonly responses: Readonly<Record<string, Json>>;
}
interface Document {
  readonly openapi: string;
  readonly info: Json;
  readonly servers: readonly { url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly securitySchemes: Json } & Json;
}

const ROUTES = [
  'DELETE /v1/links/{id}',
  'GET /errors/{code}',
  'GET /health/live',
  'GET /health/ready',
  'GET /metrics',
  'GET /v1/analytics/links/{id}',
  'GET /v1/analytics/workspace',
  'GET /v1/api-keys',
  'GET /v1/api-keys/{id}',
  'GET /v1/auth/me',
  'GET /v1/links',
  'GET /v1/links/{id}',
  'PATCH /v1/links/{id}',
  'POST /api/urls',
  'POST /v1/api-keys',
  'POST /v1/api-keys/{id}/revoke',
  'POST /v1/auth/login',
  'POST /v1/auth/logout',
  'POST /v1/auth/refresh',
  'POST /v1/auth/register',
  'POST /v1/links',
  // Single clicks.
  'GET /v1/analytics/events',
  'GET /v1/analytics/export',
  'GET /v1/analytics/live',
  // Users and roles.
  'DELETE /v1/workspace',
  'DELETE /v1/workspace/members/{id}',
  'GET /v1/workspace',
  'GET /v1/workspace/members',
  'GET /v1/workspace/members/{id}',
  'PATCH /v1/workspace',
  'PATCH /v1/workspace/members/{id}',
  'POST /v1/auth/password',
  'POST /v1/auth/switch',
  // Invitations and accounts.
  'DELETE /v1/auth/me',
  'DELETE /v1/workspace/invitations/{id}',
  'GET /v1/auth/options',
  'GET /v1/workspace/invitations',
  'GET /v1/workspace/invitations/{id}',
  'POST /v1/auth/accept',
  'POST /v1/workspace/invitations',
  'POST /v1/workspaces',
  // The life cycle of keys, and histories.
  'DELETE /v1/api-keys/{id}',
  'GET /v1/api-keys/current',
  'GET /v1/api-keys/{id}/history',
  'GET /v1/links/{id}/history',
  'PATCH /v1/api-keys/{id}',
  'POST /v1/api-keys/{id}/rotate',
  // Analytics of what has no record of its own.
  'GET /v1/analytics/domains/{id}',
  'GET /v1/analytics/tags/{tag}',
  // Finding links, and undoing a deletion.
  'GET /v1/links/count',
  'GET /v1/links/exists',
  'GET /v1/links/export',
  'GET /v1/links/lookup',
  'GET /v1/tags',
  'POST /v1/links/{id}/restore',
  'PUT /v1/links/by-external-id/{external_id}',
  // Domains.
  'GET /health/tls',
  'DELETE /v1/domains/{id}',
  'GET /v1/domains',
  'GET /v1/domains/{id}',
  'GET /v1/domains/{id}/history',
  'PATCH /v1/domains/{id}',
  'POST /v1/domains',
  'POST /v1/domains/{id}/verify',
  // Switches of links.
  'POST /v1/links/{id}/archive',
  'POST /v1/links/{id}/disable',
  'POST /v1/links/{id}/enable',
  'POST /v1/links/{id}/unarchive',
  // Campaigns.
  'DELETE /v1/campaigns/{id}',
  'DELETE /v1/campaigns/{id}/links/{link_id}',
  'GET /v1/analytics/campaigns/{id}',
  'GET /v1/campaigns',
  'GET /v1/campaigns/{id}',
  'GET /v1/campaigns/{id}/history',
  'PATCH /v1/campaigns/{id}',
  'POST /v1/campaigns',
  'POST /v1/campaigns/{id}/end',
  'POST /v1/campaigns/{id}/links',
  'POST /v1/campaigns/{id}/pause',
  'POST /v1/campaigns/{id}/resume',
  'POST /v1/campaigns/{id}/start',
  // Many links by one call.
  'DELETE /v1/links/bulk',
  'PATCH /v1/links/bulk',
  'POST /v1/links/bulk',
  'POST /v1/links/bulk/delete',
  // Imports.
  'GET /v1/imports',
  'GET /v1/imports/{id}',
  'GET /v1/imports/{id}/errors',
  'POST /v1/imports/{id}/cancel',
  'POST /v1/links/import',
  // QR codes.
  'DELETE /v1/qr-codes/{id}',
  'GET /v1/links/{id}/qr',
  'GET /v1/qr-codes',
  'GET /v1/qr-codes/{id}',
  'GET /v1/qr-codes/{id}/image',
  'PATCH /v1/qr-codes/{id}',
  'POST /v1/qr-codes',
].sort();

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
  let operations: [string, string, Operation][];
  beforeAll(async () => {
    document = (await workspace.get<Document>('/openapi.json')).body;
    operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(
        ([method, operation]) => [method.toUpperCase(), path, operation] as [string, string, Operation],
      ),
    );
  });

  it('is an OpenAPI 3.0 document of this installation', () => {
    expect(document.openapi).toMatch(/^3\.0\.\d$/);
    expect(document.info).toMatchObject({ title: 'Waymark', version: expect.stringMatching(/./) });
    expect(document.servers[0]?.url).toBe(workspace.product.url);
    expect(Object.keys(document.components.securitySchemes).sort()).toEqual(['apiKeyHeader', 'apiKeyQuery', 'bearer']);
  });

  it('names the routes of the product', () => {
    expect(
      operations
        .map(([method, path]) => `${method} ${path}`)
        .filter((route) => !route.startsWith('HEAD'))
        .sort(),
    ).toEqual(ROUTES);
  });

  it('names only existing routes and methods', async () => {
    for (const path of Object.keys(document.paths)) {
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
          expect(answer['$ref']).toBe(`#/components/responses/Problem${status}`);
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
