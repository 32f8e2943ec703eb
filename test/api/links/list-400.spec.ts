import { locationsOf } from '../support/problems';
import type { Link, List } from '../support/records';
import { useWorkspace } from '../support/workspace';

/** A cursor that nobody was given. */
const forged = (...parts: readonly unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');

describe('GET /v1/links', () => {
  const workspace = useWorkspace();

  it.each([
    ['page=0', ['query.page']],
    ['page=-1', ['query.page']],
    ['page=x', ['query.page']],
    ['page=1.5', ['query.page']],
    ['page=', ['query.page']],
    ['page=1e3', ['query.page']],
    ['limit=0', ['query.limit']],
    ['limit=101', ['query.limit']],
    ['limit=x', ['query.limit']],
    ['limit=%20', ['query.limit']],
    ['limit=5&limit=6', ['query.limit']],
    ['sort=title', ['query.sort']],
    ['sort=', ['query.sort']],
    ['order=down', ['query.order']],
    ['order=DESC', ['query.order']],
    ['cursor=x', ['query.cursor']],
    ['cursor=%00', ['query']],
    ['cursor=&cursor=', ['query.cursor']],
    ['cursor=&page=2', ['query.page']],
    ['cursor=&sort=clicks', ['query.sort']],
    ['cursor=&sort=last_clicked_at&order=asc', ['query.sort']],
    ['cursor=x&sort=clicks&page=2', ['query.cursor', 'query.page', 'query.sort']],
    ['created_after=0000-01-01T00:00:00Z', ['query.created_after']],
    [`cursor=${'a'.repeat(301)}`, ['query.cursor']],
    [`cursor=${forged('created_at', 'desc', '0000-01-01T00:00:00Z', 'link_1', 1)}`, ['query.cursor']],
    [`cursor=${forged('created_at', 'desc', '0000-01-01T00:00:00.000Z', 'link_1', 1)}`, ['query.cursor']],
    [`cursor=${forged('created_at', 'desc', '2026-01-01T00:00:00.000Z', 'link_\u0000', 1)}`, ['query.cursor']],
    ['created_after=0000-01-01T00:00:00Z', ['query.created_after']],
    ['created_before=9999-12-31T23:59:59-10:00', ['query.created_before']],
    ['tags_mode=some', ['query.tags_mode']],
    ['status=gone', ['query.status']],
    ['status=', ['query.status']],
    ['status=active&status=deleted', ['query.status']],
    [`tags=${'a'.repeat(51)}`, ['query.tags[0]']],
    ['tags=%00', ['query']],
    ['tags=', ['query.tags']],
    ['tags=,', ['query.tags']],
    ['exclude_tags=', ['query.exclude_tags']],
    ['limit[]=5', ['query.limit']],
    ['colour[]=red', ['query.colour']],
    ['page=0&limit=0&status=x&colour=red', ['query.colour', 'query.limit', 'query.page', 'query.status']],
    ['page=%zz', ['query']],
  ])('refuses ?%s', async (query, locations) =>
    expect(locationsOf(await workspace.get(`/v1/links?${query}`))).toEqual(locations),
  );

  it('refuses a cursor of another order, or an altered one', async () => {
    await workspace.createLink();
    await workspace.createLink();
    const { body } = await workspace.get<List<Link>>('/v1/links?cursor=&limit=1');
    const cursor = body.meta.next_cursor ?? '';
    expect((await workspace.get(`/v1/links?cursor=${cursor}`)).status).toBe(200);
    for (const query of [`cursor=${cursor}&order=asc`, `cursor=${cursor.slice(1)}`, `cursor=${cursor.slice(0, -4)}`]) {
      expect(locationsOf(await workspace.get(`/v1/links?${query}`))).toEqual(['query.cursor']);
    }
  });

  it.each(['as_of', 'Page', 'colour'])('refuses %s, which lists do not support', async (name) =>
    expect(locationsOf(await workspace.get(`/v1/links?${name}=1`))).toEqual([`query.${name}`]),
  );

  it('takes an offset that Postgres would refuse', async () =>
    expect((await workspace.get('/v1/links?created_after=2026-01-01T00:00:00%2B23:00')).status).toBe(200));
});
