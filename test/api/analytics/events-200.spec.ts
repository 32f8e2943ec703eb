import { type Click, type Events, shownClicks, visit, useOneDay } from '../support/clicks';
import type { Link } from '../support/records';
import { newWorkspace, useWorkspace } from '../support/workspace';

const FIELDS = [
  'at',
  'browser',
  'campaign_id',
  'city',
  'continent',
  'country',
  'destination',
  'device',
  'domain',
  'domain_id',
  'id',
  'is_bot',
  'language',
  'link_id',
  'os',
  'referrer',
  'referrer_url',
  'region',
  'rule',
  'short_url',
  'tags',
  'trigger',
  'utm_campaign',
  'utm_content',
  'utm_medium',
  'utm_source',
  'utm_term',
  'variant',
];

describe('GET /v1/analytics/events', () => {
  const workspace = useWorkspace();
  useOneDay();
  const ask = async (query = '') => (await workspace.get<Events>(`/v1/analytics/events${query}`)).body;
  const idsOf = (clicks: readonly Click[]) => clicks.map(({ id }) => id);
  let [spring, autumn]: Link[] = [];
  let all: readonly Click[];

  beforeAll(async () => {
    spring = await workspace.createLink({
      destination_url: 'https://example.com/spring',
      tags: ['a', 'b c'],
      utm_source: 'news',
    });
    autumn = await workspace.createLink();
    for (let n = 0; n < 7; n += 1)
      await visit(workspace, (n % 3 === 0 ? autumn : spring).alias, { from: `203.0.113.${n}` });
    await visit(workspace, spring.alias, { query: '?qr=1' });
    await visit(workspace, spring.alias, { agent: 'curl/8.5.0' });
    all = await shownClicks(workspace, 9);
  });

  it('takes an empty cursor as none', async () => {
    const first = await ask('?cursor=&limit=2');
    expect(first).toEqual(await ask('?limit=2'));
    expect(idsOf(first.data)).toHaveLength(2);
  });

  it('matches names in any case, and a domain by its id or a host name', async () => {
    const { data } = await ask();
    const [{ browser = '', os = '', domain = '' } = {}] = data as readonly {
      browser?: string;
      os?: string;
      domain?: string;
    }[];
    expect([browser, os]).toEqual([expect.stringMatching(/[A-Z]/), expect.stringMatching(/[A-Z]/)]);
    for (const filter of [
      `browser=${browser.toLowerCase()}`,
      `browser=${browser.toUpperCase()}&os=${os.toLowerCase()}`,
      `domain=${domain.toUpperCase()}`,
      'domain=dom_default',
    ])
      expect([filter, idsOf((await ask(`?${filter}`)).data)]).toEqual([filter, idsOf(data)]);
    for (const filter of [`browser=-${browser.toLowerCase()}`, `domain=-${domain}`, 'domain=elsewhere.example'])
      expect([filter, (await ask(`?${filter}`)).data]).toEqual([filter, []]);
  });

  it("lists single clicks, newest first, with their links' names and nothing about visitors", async () => {
    const { data, meta } = await ask();
    expect(meta).toEqual({ limit: 100, next_cursor: null });
    expect(data).toHaveLength(8);
    for (const click of data) expect(Object.keys(click).sort()).toEqual(FIELDS);
    expect(data[0]).toMatchObject({
      id: expect.stringMatching(/^clk_[0-9a-z]+_\d+$/),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      link_id: spring?.id,
      short_url: spring?.short_url,
      domain: spring?.domain,
      tags: ['a', 'b c'],
      campaign_id: null,
      utm_source: 'news',
      utm_term: null,
      trigger: 'qr',
      is_bot: false,
      rule: null,
      variant: null,
    });
    const times = data.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().reverse());
    expect(new Set(idsOf(data)).size).toBe(8);
  });

  it('includes bots on request', () =>
    expect(all.filter(({ is_bot }) => is_bot)).toEqual([
      expect.objectContaining({ link_id: spring?.id, trigger: 'link' }),
    ]));

  it('has pages that together hold every click once, also while new clicks arrive', async () => {
    const seen: Click[] = [];
    let query = '?limit=3&include_bots=true';
    for (let pages = 1; pages <= 3; pages += 1) {
      const answer = await workspace.get<Events>(`/v1/analytics/events${query}`);
      seen.push(...answer.body.data);
      const { next_cursor } = answer.body.meta;
      expect(answer.body.meta.limit).toBe(3);
      expect([pages, next_cursor === null, answer.headers['link'] === undefined]).toEqual([
        pages,
        pages === 3,
        pages === 3,
      ]);
      if (pages === 1) {
        expect(answer.headers['link']).toBe(
          `<${workspace.product.url}/v1/analytics/events?limit=3&include_bots=true&cursor=${next_cursor}>; rel="next"`,
        );
        await visit(workspace, autumn?.alias ?? '');
        await shownClicks(workspace, 10);
      }
      query = `?limit=3&include_bots=true&cursor=${next_cursor}`;
    }
    expect(seen).toEqual(all);
  });

  it('filters by any dimension, by exclusion and by the unknown value', async () => {
    const of = async (query: string) => (await ask(`?${query}`)).data;
    expect(new Set((await of(`link=${autumn?.id}`)).map(({ link_id }) => link_id))).toEqual(new Set([autumn?.id]));
    expect(await of('trigger=qr')).toHaveLength(1);
    expect(await of('utm_source=news&trigger=-qr')).toHaveLength(4);
    expect((await of('utm_source=null')).every(({ link_id }) => link_id === autumn?.id)).toBe(true);
    expect(await of('tag=b%20c')).toHaveLength(5);
    expect(await of('link=link_none')).toEqual([]);
  });

  it('lists exactly the clicks of a custom window', async () => {
    expect((await ask('?range=yesterday')).data).toEqual([]);
    const at = all[4]?.at ?? '';
    const { data } = await ask(
      `?include_bots=true&range=custom&start=${at}&end=${new Date(Date.parse(at) + 1).toISOString()}`,
    );
    expect(idsOf(data)).toContain(all[4]?.id);
    expect(data.every((click) => click.at === at)).toBe(true);
  });

  it('lists none of another workspace', async () => {
    const other = await newWorkspace();
    const { body, text } = await other.get<Events>(`/v1/analytics/events?link=${spring?.id}`);
    expect([body.data, text]).toEqual([[], text]);
  });
});
