import { send } from '../../support/waymark';
import { expectProblem, locationsOf } from '../support/problems';
import type { Link } from '../support/records';
import { useWorkspace } from '../support/workspace';

interface ShortUrl {
  readonly shortCode: string;
  readonly shortUrl: string;
  readonly originalUrl: string;
}

describe('POST /api/urls', () => {
  const workspace = useWorkspace();

  it('answers with exactly three fields, and the link is one of /v1/links', async () => {
    const { status, body, headers } = await workspace.post<ShortUrl>('/api/urls', {
      originalUrl: 'https://example.com/x?y#z',
    });
    expect([status, body]).toEqual([
      201,
      {
        shortCode: expect.stringMatching(/^[2-9a-hjkmnp-z]{7}$/),
        shortUrl: `${workspace.product.url}/${body.shortCode}`,
        originalUrl: 'https://example.com/x?y#z',
      },
    ]);
    const link = await workspace.get<Link>(String(headers.location));
    expect(link.body).toMatchObject({
      alias: body.shortCode,
      short_url: body.shortUrl,
      destination_url: body.originalUrl,
    });
    expect((await send(workspace.product, 'GET', `/${body.shortCode}`)).headers.location).toBe(
      'https://example.com/x?y#z',
    );
  });

  it('reports what is wrong in its own format', async () => {
    const before = await workspace.countLinks();
    expect(locationsOf(await workspace.post('/api/urls', {}))).toEqual(['body.originalUrl']);
    expect(locationsOf(await workspace.post('/api/urls', { destination_url: 'https://example.com' }))).toEqual([
      'body.destination_url',
      'body.originalUrl',
    ]);
    expect(locationsOf(await workspace.post('/api/urls', { originalUrl: 'javascript:1', alias: 'x' }))).toEqual([
      'body.alias',
      'body.originalUrl',
    ]);
    const loop = expectProblem(
      await workspace.post('/api/urls', { originalUrl: `${workspace.product.url}/x` }),
      400,
      'redirect_loop',
    );
    expect(loop.errors.map(({ location }) => location)).toEqual(['body.originalUrl']);
    expect(await workspace.countLinks()).toBe(before);
  });

  it('requires a credential that may write', async () => {
    const { key } = await workspace.createKey({ scope: 'Read' });
    expectProblem(
      await send(workspace.product, 'POST', '/api/urls', { body: { originalUrl: 'https://example.com' } }),
      401,
      'missing_credentials',
    );
    expectProblem(
      await workspace.post('/api/urls', { originalUrl: 'https://example.com' }, { authorization: `Bearer ${key}` }),
      403,
      'insufficient_scope',
    );
  });
});
