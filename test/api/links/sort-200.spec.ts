import { eventually } from '../../support/programs';
import { type Answer, send } from '../../support/waymark';
import type { Link, List } from '../support/records';
import { useWorkspace } from '../support/workspace';
import { useOneDay } from '../support/clicks';

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';
const ORDERS = ['created_at', 'clicks', 'last_clicked_at'].flatMap((sort) =>
  ['asc', 'desc'].map((order) => [sort, order] as const),
);

/** How often each link is clicked, in order of creation: with ties, and several without clicks. */
const CLICKS = [2, 0, 5, 2, 0, 1, 0, 2, 0];
/** Clicked only by a bot: it has counters, but no click. */
const BOTS_ONLY = 4;

describe('GET /v1/links in order', () => {
  const workspace = useWorkspace();
  useOneDay();
  let all: readonly Link[];

  const visit = (link: Link, agent = CHROME) =>
    send(workspace.product, 'GET', `/${link.alias}`, { headers: { 'user-agent': agent } });
  const list = async (query: string): Promise<Answer<List<Link>>> => {
    const answer = await workspace.get<List<Link>>(`/v1/links?${query}`);
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
    return answer;
  };
  const ids = async (query: string) => (await list(query)).body.data.map(({ id }) => id);

  beforeAll(async () => {
    const made: Link[] = [];
    for (const [n] of CLICKS.entries())
      made.push(await workspace.createLink({ title: `n${n}`, tags: n % 2 === 0 ? ['even'] : [] }));
    for (const [n, clicks] of CLICKS.entries()) {
      for (let times = 0; times < clicks; times += 1) await visit(made[n] as Link);
    }
    await visit(made[BOTS_ONLY] as Link, 'curl/8.0');
    all = await eventually(async () => {
      const { data } = (await list('limit=100')).body;
      expect(data.map(({ clicks }) => clicks).toReversed()).toEqual(CLICKS);
      expect(data.map(({ bot_clicks }) => bot_clicks).reduce((sum, clicks) => sum + clicks)).toBe(1);
      return data;
    });
  });

  /** The contract's order, computed from the records. */
  const sorted = (links: readonly Link[], sort: string, order: string): string[] => {
    const sign = order === 'asc' ? 1 : -1;
    const keyOf = (link: Link) =>
      sort === 'clicks' ? link.clicks : sort === 'created_at' ? link.created_at : link.last_clicked_at;
    return [...links]
      .sort((a, b) => {
        const [one, other] = [keyOf(a), keyOf(b)];
        if (one === null || other === null)
          return one === other ? sign * (a.id < b.id ? -1 : 1) : one === null ? 1 : -1;
        return sign * (one === other ? (a.id < b.id ? -1 : 1) : one < other ? -1 : 1);
      })
      .map(({ id }) => id);
  };

  it.each(ORDERS)('sorts by %s %s, ties by id, unclicked links in their place', async (sort, order) =>
    expect(await ids(`sort=${sort}&order=${order}`)).toEqual(sorted(all, sort, order)),
  );

  it('sorts by the latest creation by default', async () => {
    expect(await ids('')).toEqual(sorted(all, 'created_at', 'desc'));
    expect(await ids('sort=clicks')).toEqual(sorted(all, 'clicks', 'desc'));
  });

  it.each(ORDERS)('sorts by %s %s, page by page', async (sort, order) => {
    const pages = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((page) => list(`sort=${sort}&order=${order}&limit=2&page=${page}`)),
    );
    expect(pages.flatMap(({ body }) => body.data.map(({ id }) => id))).toEqual(sorted(all, sort, order));
    expect(pages.map(({ body }) => body.meta)).toEqual(
      [1, 2, 3, 4, 5, 6].map((page) => ({ total: CLICKS.length, page, limit: 2 })),
    );
  });

  it.each(['asc', 'desc'])('sorts by created_at %s, by cursor and by its Link header', async (order) => {
    for (const limit of [1, 2, 4, CLICKS.length, 100]) {
      const seen: string[] = [];
      let next: string | undefined = `/v1/links?order=${order}&limit=${limit}&cursor=`;
      for (let page = 1; next; page += 1) {
        const { body, headers }: Answer<List<Link>> = await workspace.get<List<Link>>(next);
        seen.push(...body.data.map(({ id }) => id));
        const target: string | undefined = /<([^>]+)>; rel="next"/.exec(String(headers['link']))?.[1];
        expect(body.meta).toEqual({
          total: CLICKS.length,
          page,
          limit,
          next_cursor: target === undefined ? null : new URL(target).searchParams.get('cursor'),
        });
        next = target?.slice(target.indexOf('/v1/'));
      }
      expect(seen).toEqual(sorted(all, 'created_at', order));
    }
  });

  it('neither misses nor repeats links by cursor over created_at, while links are created', async () => {
    const first = (await list('limit=3&cursor=')).body;
    const { id } = await workspace.createLink();
    const rest = (await list(`limit=100&cursor=${first.meta.next_cursor}`)).body;
    expect([...first.data, ...rest.data].map((link) => link.id)).toEqual(sorted(all, 'created_at', 'desc'));
    await workspace.delete(`/v1/links/${id}`);
  });

  it('returns a next_cursor only on request', async () =>
    expect((await list('limit=1')).body.meta).not.toHaveProperty('next_cursor'));

  it('sorts together with filters', async () => {
    const even = all.filter(({ tags }) => tags.includes('even'));
    for (const [sort, order] of ORDERS) {
      const wanted = sorted(even, sort, order);
      expect(await ids(`sort=${sort}&order=${order}&tags=even&status=active`)).toEqual(wanted);
      expect([
        ...(await ids(`sort=${sort}&order=${order}&tags=even&limit=3`)),
        ...(await ids(`sort=${sort}&order=${order}&tags=even&limit=3&page=2`)),
      ]).toEqual(wanted);
      expect((await list(`sort=${sort}&order=${order}&tags=even&limit=1`)).body.meta.total).toBe(even.length);
    }
    expect(await ids('sort=clicks&status=deleted')).toHaveLength(1);
  });

  it('has the same counters as the link itself', async () => {
    for (const link of (await list('sort=clicks')).body.data) {
      const single = (await workspace.get<Link>(`/v1/links/${link.id}`)).body;
      expect(link).toEqual(single);
      expect((await workspace.patch<Link>(`/v1/links/${link.id}`, {})).body).toMatchObject({
        clicks: link.clicks,
        unique_clicks: Math.min(1, link.clicks),
        bot_clicks: link.bot_clicks,
        last_clicked_at: link.last_clicked_at,
      });
    }
  });
});
