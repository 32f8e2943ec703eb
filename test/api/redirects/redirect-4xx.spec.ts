import { send } from '../../support/waymark';
import { expectProblem } from '../support/problems';
import { useWorkspace } from '../support/workspace';

describe('a short host', () => {
  const workspace = useWorkspace();

  it('has nothing for search engines, whichever handler answers', async () => {
    const { alias } = await workspace.createLink();
    for (const path of [
      `/${alias}`,
      '/nobody-has-this',
      '/',
      '/favicon.ico',
      '/v1/links',
      '/openapi.json',
      '/health/live',
    ])
      for (const method of ['GET', 'HEAD', 'DELETE'])
        expect([path, (await send(workspace.product, method, path)).headers['x-robots-tag']]).toEqual([
          path,
          'noindex',
        ]);
  });
});

describe('a short URL that leads nowhere', () => {
  const workspace = useWorkspace();
  const visit = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    send(workspace.product, method, path, { headers });

  it('is a 404 in the shape of all failures', async () => {
    for (const accept of ['*/*', 'application/json', 'image/png'])
      expectProblem(await visit('/nobody-has-this', { accept }), 404, 'not_found');
    expectProblem(await visit(`/${'a'.repeat(100)}`), 404, 'not_found');
    expectProblem(await visit(`/${'a'.repeat(101)}`), 404, 'not_found');
  });

  it('is a small page for a browser, which may load and run nothing', async () => {
    const { status, headers, text } = await visit('/nobody-has-this', {
      accept: 'text/html,application/xhtml+xml',
      'x-request-id': 'visit-"<b>',
    });
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', vary: 'Accept' });
    expect(text).toMatch(/^<!doctype html>/);
    expect(text).not.toMatch(/<script|http:|https:|<b>/);
    expect(text.length).toBeLessThan(3_000);
  });

  it('answers HEAD without a body', async () => {
    for (const accept of ['*/*', 'text/html']) {
      const { status, text } = await visit('/nobody-has-this', { accept }, 'HEAD');
      expect([status, text]).toEqual([404, '']);
    }
  });

  it('is never an HTML page under /v1, /api and the other routes', async () => {
    for (const path of ['/v1', '/v1/nowhere', '/api', '/api/nowhere', '/v1/links/link_x', '/errors/nonsense', '/a/b']) {
      const { headers } = await visit(path, { accept: 'text/html' });
      expect([path, headers['content-type']]).toEqual([path, 'application/problem+json']);
    }
  });

  it('allows GET and HEAD only', async () => {
    const { alias } = await workspace.createLink();
    for (const path of [`/${alias}`, '/nobody-has-this']) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const answer = await visit(path, {}, method);
        expectProblem(answer, 405, 'method_not_allowed');
        expect(answer.headers.allow).toBe('GET, HEAD');
      }
    }
  });

  it.each(['/', '/favicon.ico', '/robots.txt', '/.well-known/security.txt', '/a%20b', '/%2e%2e', '//', '/%00', '/ü'])(
    'is not found or refused at %s, and never a 5xx',
    async (path) => {
      const { status } = await visit(encodeURI(decodeURI(path)));
      expect([400, 404]).toContain(status);
    },
  );
});
