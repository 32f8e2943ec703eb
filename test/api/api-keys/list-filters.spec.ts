import { locationsOf } from '../support/problems';
import type { ApiKey, List, RotatedKey } from '../support/records';
import { useWorkspace } from '../support/workspace';

describe('GET /v1/api-keys by status', () => {
  const workspace = useWorkspace();
  const list = async (query: string) => (await workspace.get<List<ApiKey>>(`/v1/api-keys?${query}`)).body;

  it('lists the keys of that status, in pages', async () => {
    const revoked = [await workspace.createKey({ name: 'r1' }), await workspace.createKey({ name: 'r2' })];
    for (const { id } of revoked) await workspace.post(`/v1/api-keys/${id}/revoke`);
    const old = await workspace.createKey({ name: 'rotated' });
    const fresh = (await workspace.post<RotatedKey>(`/v1/api-keys/${old.id}/rotate`)).body;
    const ids = async (query: string) => (await list(query)).data.map(({ id }) => id);
    expect(await ids('status=grace')).toEqual([old.id]);
    expect(await ids('status=revoked')).toEqual([...revoked].reverse().map(({ id }) => id));
    expect(await ids('status=expired')).toEqual([]);
    expect((await ids('status=active'))[0]).toBe(fresh.id);
    const page = await list('status=revoked&limit=1&page=2');
    expect([page.data.map(({ id }) => id), page.meta]).toEqual([[revoked[0]?.id], { total: 2, page: 2, limit: 1 }]);
    for (const { data } of [await list('status=active'), await list('status=grace')])
      for (const { status, id } of data) {
        expect(status).toBe(id === old.id ? 'grace' : 'active');
      }
  });

  it('finds no new key old or unused', async () => {
    expect((await list('older_than_days=1')).meta.total).toBe(0);
    expect((await list('unused_for_days=1')).meta.total).toBe(0);
  });

  it.each([
    ['status=gone', ['query.status']],
    ['status=Active', ['query.status']],
    ['status=active&status=grace', ['query.status']],
    ['unused_for_days=0', ['query.unused_for_days']],
    ['unused_for_days=3651&older_than_days=1.5', ['query.older_than_days', 'query.unused_for_days']],
    ['older_than_days=', ['query.older_than_days']],
    ['older_than_days=-1&limit=0', ['query.limit', 'query.older_than_days']],
    ['older_than=1', ['query.older_than']],
  ])('refuses %s', async (query, locations) =>
    expect(locationsOf(await workspace.get(`/v1/api-keys?${query}`))).toEqual(locations),
  );

  it('takes the smallest and the largest number of days', async () => {
    for (const days of [1, 3650])
      expect(
        (await workspace.get(`/v1/api-keys?unused_for_days=${days}&older_than_days=${days}&status=active`)).status,
      ).toBe(200);
  });
});
