import { send } from '../../support/waymark';
import { BROWSER_ORIGIN } from '../support/product';
import { useWorkspace } from '../support/workspace';

describe('a page in a browser', () => {
  const workspace = useWorkspace();
  const ask = (method: string, origin: string, path = '/v1/links') =>
    send(workspace.product, method, path, {
      headers: {
        origin,
        ...(method === 'OPTIONS'
          ? { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' }
          : { authorization: `Bearer ${workspace.token}` }),
      },
    });

  it('of an origin in CORS_ORIGINS may call the API by a key', async () => {
    const { status, headers } = await ask('OPTIONS', BROWSER_ORIGIN);
    expect([status, headers['access-control-allow-origin']]).toEqual([204, BROWSER_ORIGIN]);
    expect(headers['access-control-allow-headers']).toContain('Authorization');
    for (const path of ['/v1/links', '/v1/links?limit=0'])
      expect((await ask('GET', BROWSER_ORIGIN, path)).headers['access-control-allow-origin']).toBe(BROWSER_ORIGIN);
  });

  it('of any other origin may not', async () => {
    for (const method of ['OPTIONS', 'GET'])
      expect((await ask(method, 'https://evil.example')).headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('/docs', () => {
  const workspace = useWorkspace();

  it('loads only its own scripts, forbids sniffing, and cannot be framed', async () => {
    const page = await workspace.get<string>('/docs');
    expect(page.text).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/);
    const files = [...page.text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(3);
    for (const path of ['/docs', '/openapi.json', ...files]) {
      const { status, headers } = await workspace.get(path);
      expect([path, status, headers['x-content-type-options'], headers['x-frame-options']]).toEqual([
        path,
        200,
        'nosniff',
        'DENY',
      ]);
      expect(headers['content-security-policy']).toMatch(
        /default-src 'none'; script-src 'self';.*frame-ancestors 'none'/,
      );
    }
  });
});

describe('/openapi.json', () => {
  const workspace = useWorkspace();

  it('names the server of the request', async () => {
    const host = `127.0.0.1:${workspace.product.port}`;
    const { body } = await workspace.get<{ servers: object[] }>('/openapi.json', { host });
    expect(body.servers).toEqual([{ url: `http://${host}` }]);
  });
});

describe('Cache-Control of protected answers', () => {
  const workspace = useWorkspace();

  it('allows no shared cache, and for secrets no cache at all', async () => {
    const { id } = await workspace.createLink();
    const policies = await Promise.all(
      ['/v1/links', `/v1/links/${id}`, '/v1/api-keys/current', '/v1/auth/me', '/v1/analytics/workspace'].map(
        async (path) => (await workspace.get(path)).headers['cache-control'],
      ),
    );
    expect(new Set(policies)).toEqual(new Set(['private, no-cache']));
    const made = await workspace.post('/v1/api-keys', { name: 'x', scope: 'Read' });
    expect(made.headers['cache-control']).toBe('no-store');
    const query = await send(workspace.product, 'GET', `/v1/links/${id}?api_key=${workspace.token}`);
    expect([query.status, query.headers['cache-control']]).toEqual([200, 'no-store']);
  });

  it('is the same in a repeated answer', async () => {
    const body = { destination_url: 'https://example.com/' };
    const headers = { 'idempotency-key': 'cached' };
    const first = await workspace.post('/v1/links', body, headers);
    const again = await workspace.post('/v1/links', body, headers);
    expect([first, again].map((answer) => answer.headers['cache-control'])).toEqual(Array(2).fill('private, no-cache'));
  });
});
