import { locationsOf } from '../support/problems';
import type { Link, List } from '../support/records';
import { newWorkspace, useWorkspace } from '../support/workspace';
import { eventually } from '../../support/programs';

describe('filters of GET /v1/links and GET /v1/links/count', () => {
  const workspace = useWorkspace();
  const links: Link[] = [];
  const stamp = Date.now();

  /** Titles from the list, once the count has reported as many. */
  const titles = async (query: Record<string, string>) => {
    const text = new URLSearchParams(query).toString();
    const { body } = await workspace.get<List<Link>>(`/v1/links?${text}`);
    const found = body.data.map(({ title }) => title).sort();
    expect(body.meta.total).toBe(found.length);
    expect((await workspace.get(`/v1/links/count?${text}`)).body).toEqual({ count: found.length });
    return found;
  };

  beforeAll(async () => {
    const fields = [
      { title: 'Sommer in Zürich', alias: `Alpha-${stamp}`, tags: ['a', 'b'] },
      { title: '100% cotton', destination_url: 'https://shop.example.com/Socks_XL', tags: ['b'] },
      { title: 'plain', tags: [] },
    ];
    for (const each of fields) {
      const link = await workspace.createLink(each);
      links.push(link);
      // Each at a millisecond of its own.
      await eventually(() => expect(Date.now()).toBeGreaterThan(Date.parse(link.created_at)));
    }
    const gone = await workspace.createLink({ title: 'gone zürich', tags: ['a'] });
    await workspace.delete(`/v1/links/${gone.id}`);
    await (await newWorkspace()).createLink({ title: 'foreign zürich', tags: ['a'] });
  });

  it.each([
    ['zÜRICH', ['Sommer in Zürich']],
    ['ALPHA-', ['Sommer in Zürich']],
    ['socks_xl', ['100% cotton']],
    ['socks%xl', []],
    ['0%', ['100% cotton']],
    ["'; --", []],
    ['example.com', ['100% cotton', 'Sommer in Zürich', 'plain']],
  ])('search finds %s in alias, title and destination, whatever the case', async (search, expected) =>
    expect(await titles({ search })).toEqual(expected),
  );

  it('leaves out the links with any of the excluded tags', async () => {
    expect(await titles({ exclude_tags: 'a' })).toEqual(['100% cotton', 'plain']);
    expect(await titles({ exclude_tags: 'a,b' })).toEqual(['plain']);
    expect(await titles({ tags: 'b', exclude_tags: 'a' })).toEqual(['100% cotton']);
  });

  it('finds by domain and by campaign', async () => {
    expect(await titles({ domain: links[0]?.domain.toUpperCase() ?? '' })).toHaveLength(3);
    expect(await titles({ domain: 'elsewhere.example' })).toEqual([]);
    expect(await titles({ campaign_id: 'cmp_0123456789abcdefghjkmnpqrs' })).toEqual([]);
  });

  it('includes created_after and excludes created_before', async () => {
    const [first, second, third] = links.map(({ created_at }) => created_at);
    if (!first || !second || !third) throw new Error('there are three links');
    expect(await titles({ created_after: second, created_before: third })).toEqual(['100% cotton']);
    expect(await titles({ created_before: second })).toEqual(['Sommer in Zürich']);
    expect(await titles({ created_after: third.replace('Z', '+00:00') })).toEqual(['plain']);
  });

  it('combines filters, also with a status and in other orders', async () => {
    expect(await titles({ search: 'zürich', status: 'deleted' })).toEqual(['gone zürich']);
    expect(await titles({ search: 'zürich', status: 'active', tags: 'a' })).toEqual(['Sommer in Zürich']);
    const sorted = await workspace.get<List<Link>>('/v1/links?tags=b&sort=clicks&order=asc&limit=1&page=2');
    expect([sorted.body.meta.total, sorted.body.data.length]).toEqual([2, 1]);
  });

  it('pages by cursor within a filter', async () => {
    const seen: string[] = [];
    for (let cursor: string | null | undefined = ''; cursor !== null && cursor !== undefined;) {
      const page: { body: List<Link> } = await workspace.get<List<Link>>(
        `/v1/links?exclude_tags=a&limit=1&cursor=${cursor}`,
      );
      seen.push(...page.body.data.map(({ title }) => title ?? ''));
      cursor = page.body.meta.next_cursor;
    }
    expect(seen).toEqual(['plain', '100% cotton']);
  });

  it.each([
    ['search=', ['query.search']],
    ['domain=', ['query.domain']],
    ['campaign_id=', ['query.campaign_id']],
    ['created_after=yesterday', ['query.created_after']],
    ['created_before=2026-01-01', ['query.created_before']],
    ['created_before=2026-02-30T00:00:00Z', ['query.created_before']],
    [`exclude_tags=${'a'.repeat(51)}`, ['query.exclude_tags[0]']],
    ['search=a&search=b', ['query.search']],
  ])('refuses ?%s', async (query, locations) => {
    expect(locationsOf(await workspace.get(`/v1/links?${query}`))).toEqual(locations);
    expect(locationsOf(await workspace.get(`/v1/links/count?${query}`))).toEqual(locations);
  });

  it('refuses paging and sorting for the count', async () =>
    expect(locationsOf(await workspace.get('/v1/links/count?page=1&sort=clicks'))).toEqual([
      'query.page',
      'query.sort',
    ]));
});

describe('GET /v1/tags', () => {
  const workspace = useWorkspace();

  it('lists the tags of links that are not deleted, the most used first, in pages', async () => {
    for (const tags of [['b', 'a'], ['b'], ['Ünï & co', 'a', 'b']]) await workspace.createLink({ tags });
    const { id } = await workspace.createLink({ tags: ['gone', 'a'] });
    await workspace.delete(`/v1/links/${id}`);
    const { body } = await workspace.get('/v1/tags');
    const all = [
      { tag: 'b', count: 3 },
      { tag: 'a', count: 2 },
      { tag: 'Ünï & co', count: 1 },
    ];
    expect(body).toEqual({ data: all, meta: { total: 3, page: 1, limit: 25 } });
    const { body: second, headers } = await workspace.get('/v1/tags?limit=2&page=2');
    expect(second).toEqual({ data: all.slice(2), meta: { total: 3, page: 2, limit: 2 } });
    expect(headers.link).toContain('rel="prev"');
    expect((await (await newWorkspace()).get<List<object>>('/v1/tags')).body.data).toEqual([]);
  });
});
