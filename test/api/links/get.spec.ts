import { send } from '../../support/waymark';
import { expectProblem, locationsOf } from '../support/problems';
import { useWorkspace } from '../support/workspace';

describe('GET /v1/links/{id}', () => {
  const workspace = useWorkspace();

  it('returns the link with its ETag to any caller of the workspace', async () => {
    const made = await workspace.createLink({ title: 'x', tags: ['a', 'b'] });
    const { key } = await workspace.createKey({ scope: 'Read' });
    const byKey = await workspace.get(`/v1/links/${made.id}`);
    const byReader = await workspace.get(`/v1/links/${made.id}`, { authorization: `Bearer ${key}` });
    const byUser = await workspace.user.get(`/v1/links/${made.id}`);
    for (const { status, body } of [byKey, byReader, byUser]) expect([status, body]).toEqual([200, made]);
    expect(byReader.headers.etag).toBe(byKey.headers.etag);
  });

  it('never answers 304', async () => {
    const { id } = await workspace.createLink();
    const { headers } = await workspace.get(`/v1/links/${id}`);
    expect((await workspace.get(`/v1/links/${id}`, { 'if-none-match': headers.etag })).status).toBe(200);
  });

  it('answers HEAD like GET, without a body', async () => {
    const { id } = await workspace.createLink();
    const { status, text, headers } = await send(workspace.product, 'HEAD', `/v1/links/${id}`, {
      headers: { authorization: `Bearer ${workspace.token}` },
    });
    expect([status, text]).toEqual([200, '']);
    expect(headers.etag).toMatch(/^"/);
  });

  it.each([
    'link_0000000000000000000000000',
    'link_x',
    'link_',
    'key_0000000000000000000000000',
    'x',
    '%2e%2e',
    'link_%27',
    `link_${'a'.repeat(5_000)}`,
    'link_ü',
  ])(
    'answers 404 for %s',
    async (id) => void expectProblem(await workspace.get(`/v1/links/${encodeURI(id)}`), 404, 'not_found'),
  );

  it('answers 404 for a path with a trailing slash', async () => {
    const { id } = await workspace.createLink();
    expectProblem(await workspace.get(`/v1/links/${id}/`), 404, 'not_found');
  });

  it('refuses parameters that do not work yet', async () => {
    const { id } = await workspace.createLink();
    expect(locationsOf(await workspace.get(`/v1/links/${id}?fields=alias&x=1`))).toEqual(['query.fields', 'query.x']);
  });
});
