import { entriesAt, typesOf, withoutCounters } from '../support/history';
import type { Link, List } from '../support/records';
import { useWorkspace } from '../support/workspace';

describe('GET /v1/links/{id}/history', () => {
  const workspace = useWorkspace();

  it('begins with every field of the record, from null', async () => {
    const link = await workspace.createLink({ title: 'Summer', tags: ['a'] });
    const [created, ...more] = await entriesAt(workspace, `/v1/links/${link.id}/history`);
    expect(more).toEqual([]);
    const { updated_at, ...fields } = withoutCounters(link) as Record<string, unknown>;
    expect(created?.changes).toEqual(
      Object.fromEntries(Object.entries(fields).map(([field, to]) => [field, { from: null, to }])),
    );
    expect(created).toMatchObject({
      type: 'link.created',
      at: updated_at,
      revision: '0',
      actor: { type: 'api_key', id: expect.stringMatching(/^key_/) },
    });
  });

  it('lists changes oldest first, with actor, time, request, old and new values', async () => {
    const { id } = await workspace.createLink({ title: 'One', tags: ['a'] });
    await workspace.patch(`/v1/links/${id}`, { title: 'Two', tags: ['a', 'b'] }, { 'x-request-id': 'req_second' });
    const before = (await workspace.get<Link>(`/v1/links/${id}`)).body;
    await workspace.user.delete(`/v1/links/${id}`);
    const [, updated, deleted] = await entriesAt(workspace, `/v1/links/${id}/history`);
    expect(updated).toEqual({
      id: expect.stringMatching(/^evt_[0-9a-z]{26}$/),
      type: 'link.updated',
      at: before.updated_at,
      revision: '1',
      request_id: 'req_second',
      actor: { type: 'api_key', id: expect.stringMatching(/^key_/) },
      changes: { title: { from: 'One', to: 'Two' }, tags: { from: ['a'], to: ['a', 'b'] } },
    });
    expect(deleted).toMatchObject({
      type: 'link.deleted',
      revision: '2',
      actor: { type: 'user', id: workspace.owner.user.id },
    });
    expect(deleted?.changes).toEqual({ status: { from: 'active', to: 'deleted' } });
  });

  it('stays readable when the link is deleted', async () => {
    const { id } = await workspace.createLink();
    await workspace.delete(`/v1/links/${id}`);
    expect((await workspace.get(`/v1/links/${id}`)).status).toBe(404);
    expect(typesOf(await entriesAt(workspace, `/v1/links/${id}/history`))).toEqual(['link.created', 'link.deleted']);
  });

  it('has no entry for a request that changed nothing', async () => {
    const { id } = await workspace.createLink({ title: 'Same' });
    await workspace.patch(`/v1/links/${id}`, { title: 'Same' });
    expect(await entriesAt(workspace, `/v1/links/${id}/history`)).toHaveLength(1);
  });

  it('has pages that hold every entry once', async () => {
    const { id } = await workspace.createLink({ title: '0' });
    for (const title of ['1', '2', '3', '4']) await workspace.patch(`/v1/links/${id}`, { title });
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) =>
        workspace.get<List<{ revision: string }>>(`/v1/links/${id}/history?page=${page}&limit=2`),
      ),
    );
    expect(pages.map(({ body }) => body.data.map(({ revision }) => revision))).toEqual([
      ['0', '1'],
      ['2', '3'],
      ['4'],
      [],
    ]);
    expect(pages.map(({ body }) => body.meta)).toEqual([1, 2, 3, 4].map((page) => ({ total: 5, page, limit: 2 })));
    expect(pages[0]?.headers['link']).toContain('rel="next"');
  });

  it('allows a Read key', async () => {
    const { id } = await workspace.createLink();
    const { key } = await workspace.createKey({ scope: 'Read' });
    expect((await workspace.get(`/v1/links/${id}/history`, { authorization: `Bearer ${key}` })).status).toBe(200);
  });
});
