import { createConnection } from 'node:net';
import { api, send } from '../../support/waymark';
import { expectProblem } from '../support/problems';
import { gatewayUnderTest } from '../support/product';
import { useWorkspace } from '../support/workspace';

describe('every failure', () => {
  const workspace = useWorkspace();
  const unknown = '/v1/links/link_00000000000000000000000000';

  const TABLE: readonly [string, string, number, string, object?][] = [
    ['GET', '/v1/links?limit=0', 400, 'invalid_request'],
    ['POST', '/v1/links', 400, 'invalid_request', {}],
    ['GET', '/v1/links?x=%zz', 400, 'invalid_request'],
    ['POST', '/v1/links', 400, 'domain_not_verified', { destination_url: 'https://example.com', domain: 'x' }],
    ['GET', '/v1/links', 401, 'missing_credentials'],
    ['GET', unknown, 404, 'not_found'],
    ['GET', '/v1/nowhere', 404, 'not_found'],
    ['GET', '/v1', 404, 'not_found'],
    ['POST', '/nowhere/at/all', 404, 'not_found', {}],
    ['GET', '/v1/links/a/b/c', 404, 'not_found'],
    ['PUT', '/v1/links', 405, 'method_not_allowed', {}],
    ['DELETE', '/v1/links', 405, 'method_not_allowed'],
    ['PATCH', '/v1/links', 405, 'method_not_allowed', {}],
    ['POST', unknown, 405, 'method_not_allowed', {}],
    ['PUT', unknown, 405, 'method_not_allowed', {}],
    ['GET', '/api/urls', 405, 'method_not_allowed'],
    ['POST', '/health/live', 405, 'method_not_allowed', {}],
    ['POST', '/openapi.json', 405, 'method_not_allowed', {}],
    ['GET', '/v1/auth/login', 405, 'method_not_allowed'],
    ['POST', '/v1/analytics/workspace', 405, 'method_not_allowed', {}],
    ['PATCH', unknown, 404, 'not_found', { title: 'x' }],
    ['GET', '/errors/nonsense', 404, 'not_found'],
    ['GET', '/%', 400, 'invalid_request'],
    ['GET', '/v1/links/%', 400, 'invalid_request'],
    ['POST', '/v1/auth/refresh', 401, 'invalid_token', { refresh_token: 'x' }],
    ['GET', `/v1/links/%00`, 400, 'invalid_request'],
  ];

  it.each(TABLE)('has the one shape: %s %s gives %i %s', async (...[method, path, status, code, body]) => {
    const answer = await send(workspace.product, method, path, {
      body,
      headers: code === 'missing_credentials' ? {} : { authorization: `Bearer ${workspace.token}` },
    });
    expectProblem(answer, status, code);
  });

  it.each([
    ['/v1/links', 'GET, HEAD, POST, OPTIONS'],
    ['/v1/links/link_x', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
    ['/api/urls', 'POST, OPTIONS'],
    ['/health/live', 'GET, HEAD, OPTIONS'],
    ['/v1/api-keys/current', 'GET, HEAD, OPTIONS'],
    ['/v1/links/lookup', 'GET, HEAD, OPTIONS'],
  ])('with 405 names the methods of %s', async (path, allow) => {
    const answer = await send(workspace.product, 'PUT', path, { body: {} });
    expectProblem(answer, 405, 'method_not_allowed');
    expect(answer.headers.allow).toBe(allow);
    const options = await send(workspace.product, 'OPTIONS', path);
    expect([options.status, options.headers.allow, options.text]).toEqual([204, allow, '']);
  });

  it('is a 405 on a fixed path for a method that only an id beside it allows', async () => {
    for (const method of ['PATCH', 'DELETE']) {
      const answer = await send(workspace.product, method, '/v1/links/lookup?x=1', { body: {} });
      expectProblem(answer, 405, 'method_not_allowed');
    }
  });

  it('is explained at the address of its type', async () => {
    const { body } = await workspace.get<{ type: string; title: string; code: string }>(unknown);
    const explained = await api(workspace.product).get(new URL(body.type).pathname);
    expect([explained.status, explained.body]).toEqual([
      200,
      { code: 'not_found', status: 404, title: body.title, advice: expect.stringMatching(/./) },
    ]);
  });

  it('says no more of invalid HTTP than that it is invalid', async () => {
    const { port } = gatewayUnderTest();
    const said = await raw(port, 'NONSENSE\r\n\r\n');
    expect(said).toMatch(/^HTTP\/1\.1 400 /);
    expect(said).toContain('application/problem+json');
    expect(said).toContain('"code":"invalid_request"');
    expect(await raw(port, `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`)).toContain(
      '"code":"headers_too_large"',
    );
    expect(await raw(port, 'GET /v1/links HTTP/1.1\r\nConnection: close\r\n\r\n')).toContain('header.Host');
  });
});

describe('X-Request-Id', () => {
  const workspace = useWorkspace();

  it('is unique for every answer, good or bad', async () => {
    const answers = await Promise.all(
      [
        '/v1/links',
        '/v1/links?x=1',
        '/v1/nowhere',
        '/health/live',
        '/nobody',
        '/openapi.json',
        '/metrics',
        '/docs',
      ].map((path) => workspace.get(path)),
    );
    const ids = answers.map(({ headers }) => String(headers['x-request-id']));
    for (const id of ids) expect(id).toMatch(/^req_[0-9a-z]{26}$/);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is kept when a valid one was sent', async () => {
    for (const path of ['/v1/links', '/v1/nowhere', '/nobody', '/health/live']) {
      for (const id of ['req_mine', 'a', 'A-z_0.9:x', 'x'.repeat(128)])
        expect((await workspace.get(path, { 'x-request-id': id })).headers['x-request-id']).toBe(id);
      for (const id of ['', 'x'.repeat(129), 'a b', '<script>', 'ä']) {
        const value = Buffer.from(id).toString('latin1');
        expect((await workspace.get(path, { 'x-request-id': value })).headers['x-request-id']).toMatch(/^req_/);
      }
    }
  });
});

const raw = (port: number, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = createConnection(port, '127.0.0.1', () => socket.write(text));
    let said = '';
    socket.setTimeout(30_000, () => socket.destroy(new Error('no answer')));
    socket.on('data', (chunk: Buffer) => (said += chunk.toString()));
    socket.on('error', reject);
    socket.on('close', () => resolve(said));
  });
