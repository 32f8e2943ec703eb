import { eventually } from '../../support/programs';
import { send } from '../../support/waymark';
import type { Analytics, GroupEntry, Link } from '../support/records';
import { newWorkspace, useWorkspace } from '../support/workspace';
import { useOneDay } from '../support/clicks';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 ' +
  'Mobile/15E148 Safari/604.1';
const DEFAULT = 'domains/dom_default';

describe('groups and filters of GET /v1/analytics', () => {
  const workspace = useWorkspace();
  useOneDay();
  let summer: Link;
  let plain: Link;

  const visit = async ({ alias }: Link, agent: string, from: string, country: string, query = '') => {
    const headers = { 'user-agent': agent, 'x-forwarded-for': from, 'cf-ipcountry': country };
    expect((await send(workspace.product, 'GET', `/${alias}${query}`, { headers })).status).toBe(302);
  };
  const ask = async (path: string, query = '') => {
    const { status, body, text } = await workspace.get<Analytics>(
      `/v1/analytics/${path}?range=24h${query && `&${query}`}`,
    );
    expect([status, text]).toEqual([200, text]);
    return body;
  };
  const counts = (group: readonly GroupEntry[] | undefined) =>
    Object.fromEntries((group ?? []).map(({ key, clicks, unique_clicks }) => [String(key), [clicks, unique_clicks]]));
  const clicksBy = async (query: string, path = 'workspace') => (await ask(path, query)).totals.clicks;

  beforeAll(async () => {
    summer = await workspace.createLink({
      tags: ['summer', '-50% sale'],
      utm_campaign: 'launch',
      utm_source: 'x,y',
      destination_url: 'https://example.com/summer',
    });
    plain = await workspace.createLink({ tags: ['news / more'] });
    for (const from of ['203.0.113.1', '203.0.113.1', '203.0.113.2']) await visit(summer, CHROME, from, 'DE');
    await visit(summer, SAFARI, '203.0.113.3', 'FR', '?qr=1');
    await visit(plain, CHROME, '203.0.113.1', 'DE');
    await visit(plain, CHROME, '203.0.113.4', 'FR');
    await visit(plain, 'curl/8.5.0', '203.0.113.5', 'FR');
    await eventually(async () => {
      const { totals } = await ask('workspace');
      expect([totals.clicks, totals.bot_clicks]).toEqual([6, 1]);
    });
  });

  it('have clicks and visitors per value in every answer, largest first', async () => {
    const body = await ask('workspace');
    expect(body.totals).toMatchObject({ clicks: 6, unique_clicks: 5, bot_clicks: 1, qr_scans: 1, active_links: 2 });
    expect(body.countries).toEqual([
      { key: 'DE', clicks: 4, unique_clicks: 3 },
      { key: 'FR', clicks: 2, unique_clicks: 2 },
    ]);
    expect(counts(body.triggers)).toEqual({ link: [5, 4], qr: [1, 1] });
    expect(counts(body.utm_campaigns)).toEqual({ launch: [4, 3], null: [2, 2] });
    for (const group of [body.devices, body.browsers, body.os, body.referrers, body.cities])
      expect(group.reduce((sum, { clicks }) => sum + clicks, 0)).toBe(6);
    expect(body.links).toBeUndefined();
  });

  it('include more groups on request', async () => {
    const body = await ask('workspace', 'group_by=tag,link&group_by=domain,destination,utm_source,variant,campaign');
    expect(counts(body.tags)).toEqual({ summer: [4, 3], '-50% sale': [4, 3], 'news / more': [2, 2] });
    expect(body.links).toEqual([
      { key: summer.id, short_url: summer.short_url, clicks: 4, unique_clicks: 3 },
      { key: plain.id, short_url: plain.short_url, clicks: 2, unique_clicks: 2 },
    ]);
    expect(counts(body.domains)).toEqual({ dom_default: [6, 5] });
    expect(counts(body.utm_sources)).toEqual({ 'x,y': [4, 3], null: [2, 2] });
    expect(body.destinations?.map(({ key }) => key?.slice(0, 26))).toEqual([
      'https://example.com/summer',
      'https://example.com/',
    ]);
    for (const group of [body.variants, body.campaigns]) expect(counts(group)).toEqual({ null: [6, 5] });
  });

  it.each([
    ['country=DE', 4],
    ['country=de,fr', 6],
    ['country=-DE', 2],
    ['country=DE&country=FR', 6],
    ['country=DE,-DE', 0],
    ['country=US', 0],
    ['tag=summer', 4],
    ['tag=-summer', 2],
    ['tag=null', 0],
    ['tag=-null', 6],
    ['tag=%5C-50%25%20sale', 4],
    ['tag=-%5C-50%25%20sale', 2],
    ['tag=summer,news%20/%20more', 6],
    ['utm_source=x%5C,y', 4],
    ['utm_source=x,y', 0],
    ['utm_campaign=null', 2],
    ['trigger=qr', 1],
    ['trigger=-qr', 5],
    ['trigger=qr&country=DE', 0],
    ['domain=dom_default', 6],
    ['domain=-dom_default', 0],
    ['country=FR&include_bots=true', 3],
    ['campaign=null', 6],
    ['variant=null', 6],
    ['tag=%27)%20OR%201=1%20--%20', 0],
  ])('with %s leave %i clicks', async (query, clicks) => {
    const body = await ask('workspace', query);
    expect(body.totals.clicks).toBe(clicks);
    for (const list of [body.timeseries, body.top_links, body.countries, body.triggers])
      expect(list.reduce((sum, entry) => sum + entry.clicks, 0)).toBe(clicks);
  });

  it('can name every value of a group, whatever visitors wrote into their queries', async () => {
    const other = await newWorkspace();
    const link = await other.createLink();
    const answer = async (query = '') =>
      (await other.get<Analytics>(`/v1/analytics/workspace?range=24h&${query}`)).body;
    const written = [
      'x',
      ' x ',
      ' ',
      '-x',
      'null',
      'a,b',
      'a\\',
      '\n\r"x',
      '\ta\u007f',
      "it's",
      '[1]',
      '😀',
      'é'.repeat(255),
    ];
    for (const term of written)
      await visit(link, CHROME, '203.0.113.9', 'DE', `?utm_source=${encodeURIComponent(term)}`);
    await eventually(async () => expect((await answer()).totals.clicks).toBe(written.length));
    const { utm_sources: terms = [] } = await answer('group_by=utm_source&limit=100');
    expect(new Set(terms.map(({ key }) => key))).toEqual(new Set(written));
    for (const term of written) {
      const named = encodeURIComponent(term.replace(/[^]/gu, '\\$&'));
      expect([term, (await answer(`utm_source=${named}`)).totals?.clicks]).toEqual([term, 1]);
      expect([term, (await answer(`utm_source=-${named}`)).totals?.clicks]).toEqual([term, written.length - 1]);
    }
  });

  it("count a tag's clicks by the link's tags at the time of the click", async () => {
    expect((await ask('tags/summer')).totals).toMatchObject({
      clicks: 4,
      unique_clicks: 3,
      qr_scans: 1,
      links_created: 1,
      active_links: 1,
    });
    expect((await ask('tags/news%20%2F%20more')).totals).toMatchObject({ clicks: 2, bot_clicks: 1, links_created: 1 });
    expect((await ask(`tags/${encodeURIComponent('-50% sale')}`, 'country=FR')).totals.clicks).toBe(1);
  });

  it('are zeros for a tag that no link has', async () => {
    const { totals, timeseries, countries } = await ask('tags/winter');
    expect([Object.values(totals), countries]).toEqual([[0, 0, 0, 0, 0, 0], []]);
    expect(timeseries.length).toBeGreaterThan(23);
  });

  it('count the clicks of our own short hosts as one domain', async () =>
    expect((await ask(DEFAULT)).totals).toMatchObject({ clicks: 6, links_created: 2, active_links: 2 }));

  it('are empty for one link filtered by another', async () => {
    expect(await clicksBy(`link=${plain.id}`, `links/${summer.id}`)).toBe(0);
    expect(await clicksBy(`link=${plain.id}`)).toBe(2);
  });

  it('of another workspace count none of these clicks, whatever the filter', async () => {
    const other = await newWorkspace();
    const queries = ['', `link=${summer.id}`, 'country=DE', 'tag=summer', 'group_by=link,tag,destination'];
    for (const path of ['workspace', 'tags/summer', DEFAULT]) {
      for (const query of queries) {
        const { body } = await other.get<Analytics>(`/v1/analytics/${path}?range=24h&${query}`);
        expect([
          body.totals.clicks,
          body.totals.links_created,
          body.top_links,
          body.countries,
          body.links ?? [],
          body.tags ?? [],
        ]).toEqual([0, 0, [], [], [], []]);
      }
    }
  });
});
