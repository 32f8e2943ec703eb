import { expectProblem } from '../support/problems';
import type { ApiKey, List } from '../support/records';
import { useWorkspace } from '../support/workspace';

describe('GET /v1/api-keys', () => {
  const workspace = useWorkspace();

  it('lists the newest first, in pages, without keys or hashes', async () => {
    const made = [];
    for (const name of ['a', 'b', 'c']) made.unshift(await workspace.createKey({ name }));
    const first = await workspace.get<List<ApiKey>>('/v1/api-keys?limit=2');
    expect(first.body.meta).toEqual({ total: 4, page: 1, limit: 2 });
    expect(first.headers['link']).toContain('rel="next"');
    const second = await workspace.get<List<ApiKey>>('/v1/api-keys?limit=2&page=2');
    const listed = [...first.body.data, ...second.body.data];
    expect(listed.slice(0, 3)).toEqual(made.map(({ key: _, ...record }) => record));
    for (const { key } of [...made, { key: workspace.token }])
      expect(JSON.stringify(listed)).not.toContain(key.slice(13));
    expect(JSON.stringify(listed)).not.toMatch(/hash|pepper|token|[0-9a-f]{64}/);
  });

  it('returns one record with an ETag, without the key', async () => {
    const { key, ...record } = await workspace.createKey({ name: 'one', scope: 'read', expiration: '2099-01-01' });
    const { status, body, text, headers } = await workspace.get(`/v1/api-keys/${record.id}`);
    expect([status, body]).toEqual([200, record]);
    expect(headers.etag).toMatch(/^"/);
    expect(text).not.toContain(key.slice(13));
  });

  it('allows a Read key and the owner', async () => {
    const { key: reader } = await workspace.createKey({ scope: 'read' });
    const { key: _, ...record } = await workspace.createKey();
    expect((await workspace.get(`/v1/api-keys/${record.id}`, { authorization: `Bearer ${reader}` })).body).toEqual(
      record,
    );
    expect((await workspace.user.get(`/v1/api-keys/${record.id}`)).body).toEqual(record);
  });

  it.each(['key_00000000000000000000000000', 'key_x', 'link_00000000000000000000000000'])(
    'answers 404 for %s',
    async (id) => void expectProblem(await workspace.get(`/v1/api-keys/${id}`), 404, 'not_found'),
  );
});
