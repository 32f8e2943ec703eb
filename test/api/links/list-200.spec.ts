import { type Answer, send } from '../../support/waymark';
import type { Link, List } from '../support/records';
import { useWorkspace } from '../support/workspace';

describe('GET /v1/links', () => {
  const workspace = useWorkspace();
  const made: Link[] = [];
  const list = async (query: string) => {
    const answer = await workspace.get<List<Link>>(`/v1/links${query}`);
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
    return answer;
  };
  const titles = async (query: string) => (await list(query)).body.data.map(({ title }) => title);

  beforeAll(async () => {
    for (let n = 0; n < 30; n += 1) {
      const tags = [
        ...(n % 2 === 0 ? ['even'] : []),
        ...(n % 3 === 0 ? ['third'] : []),
        ...(n === 7 ? ['Ünï & co'] : []),
      ];
      made.push(await workspace.createLink({ title: `n${n}`, tags }));
    }
    const gone = await workspace.createLink({ title: 'gone', tags: ['even'] });
    await workspace.delete(`/v1/links/${gone.id}`);
  });

  it('returns the first 25 links, newest first, without deleted ones', async () => {
    const { body } = await list('');
    expect(body.meta).toEqual({ total: 30, page: 1, limit: 25 });
    expect(body.data.map(({ id }) => id)).toEqual(
      made
        .toReversed()
        .slice(0, 25)
        .map(({ id }) => id),
    );
    expect(body.data[0]).toEqual(made.at(-1));
  });

  it('pages without a gap or a repeat by its Link header', async () => {
    const seen: string[] = [];
    let next: string | undefined = '/v1/links?limit=8';
    let pages = 0;
    for (; next; pages += 1) {
      const { body, headers }: { body: List<Link>; headers: Answer['headers'] } = await workspace.get<List<Link>>(next);
      seen.push(...body.data.map(({ id }) => id));
      const target: string | undefined = /<([^>]+)>; rel="next"/.exec(String(headers['link']))?.[1];
      if (target) expect(target).toMatch(new RegExp(`^http://localhost:${workspace.product.port}/v1/links\\?`));
      next = target?.slice(target.indexOf('/v1/'));
    }
    expect(pages).toBe(4);
    expect(seen).toEqual(made.toReversed().map(({ id }) => id));
  });

  it('is empty after the last page, but reports the total', async () => {
    const { body, headers } = await list('?page=9');
    expect(body).toEqual({ data: [], meta: { total: 30, page: 9, limit: 25 } });
    expect(String(headers.link)).not.toContain('rel="next"');
  });

  it('takes limits from 1 to 100', async () => {
    expect((await list('?limit=1')).body.data).toHaveLength(1);
    expect((await list('?limit=100')).body.data).toHaveLength(30);
  });

  it('never repeats a key from the query', async () => {
    const { headers } = await send(workspace.product, 'GET', `/v1/links?limit=5&page=2&api_key=${workspace.token}`);
    expect(headers['link']).toMatch(/rel="next".*rel="prev"/);
    expect(headers['link']).not.toContain('svc_');
    const listed = await workspace.get(`/v1/links?limit=5&page=2&api_key[]=${workspace.token}`);
    expect([listed.status, listed.headers['link']]).toEqual([200, expect.not.stringContaining('svc_')]);
  });

  it('filters by any of some tags, as a comma list or repeated', async () => {
    const any = made
      .filter((_, n) => n % 2 === 0 || n % 3 === 0)
      .toReversed()
      .map(({ title }) => title);
    expect(await titles('?limit=100&tags=even,third')).toEqual(any);
    expect(await titles('?limit=100&tags=even&tags=third')).toEqual(any);
    expect(await titles('?limit=100&tags=even,third&tags_mode=any')).toEqual(any);
    expect(await titles('?limit=100&tags[]=even&tags%5B%5D=third')).toEqual(any);
    expect(await titles('?limit=100&tags[]=even&tags=third')).toEqual(any);
    expect((await list('?limit=1&tags=even,third')).body.meta.total).toBe(any.length);
  });

  it('filters by all of some tags', async () => {
    const all = made
      .filter((_, n) => n % 6 === 0)
      .toReversed()
      .map(({ title }) => title);
    expect(await titles('?tags=even,third&tags_mode=all')).toEqual(all);
    expect(await titles('?tags=even&tags=third&tags_mode=all')).toEqual(all);
  });

  it('filters by a tag of any characters, and finds nothing by an unused tag', async () => {
    expect(await titles(`?tags=${encodeURIComponent('Ünï & co')}`)).toEqual(['n7']);
    expect(await titles('?tags=nobody')).toEqual([]);
    expect(await titles('?tags=%27%20OR%201=1--')).toEqual([]);
  });

  it('filters by status', async () => {
    expect((await list('?status=active')).body.meta.total).toBe(30);
    expect(await titles('?status=deleted')).toEqual(['gone']);
    for (const status of ['disabled', 'expired', 'archived']) expect(await titles(`?status=${status}`)).toEqual([]);
  });
});
