import { eventually } from '../../support/programs';
import { send } from '../../support/waymark';
import type { Analytics, Link } from '../support/records';
import { newWorkspace, useWorkspace } from '../support/workspace';
import { useOneDay } from '../support/clicks';

const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

describe('a click', () => {
  const workspace = useWorkspace();
  useOneDay();
  const visit = async (
    alias: string,
    agent: string | undefined,
    { method = 'GET', query = '', from = '203.0.113.1', ...headers }: Record<string, string> = {},
  ) => {
    const { status } = await send(workspace.product, method, `/${alias}${query}`, {
      headers: { ...(agent !== undefined && { 'user-agent': agent }), 'x-forwarded-for': from, ...headers },
    });
    expect(status).toBe(302);
  };
  const analytics = async (path: string) => (await workspace.get<Analytics>(`/v1/analytics/${path}`)).body;

  /** Waits until the link itself has these counts. */
  const counted = (id: string, clicks: number, bot_clicks: number) =>
    eventually(async () => {
      const { body } = await workspace.get<Link>(`/v1/links/${id}`);
      expect({ clicks: body.clicks, bot_clicks: body.bot_clicks }).toEqual({ clicks, bot_clicks });
      return body;
    });

  /**
   * Waits until analytics have these totals: they read other rows, which may come just before or after the link's
   * counters.
   */
  const analysed = (path: string, totals: Partial<Analytics['totals']>) =>
    eventually(async () => expect((await analytics(path)).totals).toMatchObject(totals));

  it('by a browser counts once, by curl as a bot and by HEAD not at all, on the link and in analytics', async () => {
    const link = await workspace.createLink();
    const etag = (await workspace.get(`/v1/links/${link.id}`)).headers.etag;
    for (let n = 0; n < 10; n += 1) await visit(link.alias, BROWSER);
    await visit(link.alias, 'curl/8.5.0');
    await visit(link.alias, BROWSER, { method: 'HEAD' });
    const record = await counted(link.id, 10, 1);
    await eventually(async () => {
      for (const path of [
        `links/${link.id}`,
        'workspace',
        `links/${link.id}?range=today`,
        `links/${link.id}?range=last_hour`,
      ]) {
        const { totals } = await analytics(path);
        expect([path, totals.clicks, totals.bot_clicks, totals.unique_clicks, totals.active_links]).toEqual([
          path,
          10,
          1,
          1,
          1,
        ]);
      }
    });
    expect(record).toMatchObject({ unique_clicks: 1, last_clicked_at: expect.stringMatching(/Z$/) });
    expect((await workspace.get(`/v1/links/${link.id}`)).headers.etag).toBe(etag);

    const { timeseries, top_links } = await analytics(`links/${link.id}?range=24h`);
    expect(timeseries.reduce((sum, { clicks }) => sum + clicks, 0)).toBe(10);
    expect(top_links).toEqual([{ link_id: link.id, short_url: link.short_url, clicks: 10 }]);
  });

  it('is included once as_of is past it; as_of advances by itself and is never in the future', async () => {
    const { alias, id } = await workspace.createLink();
    await visit(alias, BROWSER);
    const clicked = Date.now();
    const { totals } = await eventually(async () => {
      const answer = await analytics(`links/${id}`);
      expect(Date.parse(answer.as_of)).toBeLessThanOrEqual(Date.now());
      expect(Date.parse(answer.as_of)).toBeGreaterThan(clicked);
      return answer;
    });
    expect(totals.clicks).toBe(1);
  });

  it("by any program, as a prefetch or with an empty agent counts as a bot's", async () => {
    const { id, alias } = await workspace.createLink();
    for (const agent of [
      '',
      undefined,
      'Googlebot/2.1 (+http://www.google.com/bot.html)',
      'python-requests/2.32',
      'node',
      'Wget/1.21',
      'Go-http-client/2.0',
      'Slackbot-LinkExpanding 1.0',
    ])
      await visit(alias, agent);
    await visit(alias, BROWSER, { 'sec-purpose': 'prefetch' });
    await visit(alias, BROWSER, { purpose: 'prefetch' });
    await visit(alias, BROWSER);
    await counted(id, 1, 10);
  });

  it('by another person is another unique click', async () => {
    const { id, alias } = await workspace.createLink();
    for (const from of ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.1'])
      await visit(alias, BROWSER, { from });
    await visit(alias, BROWSER.replace('126', '127'), { from: '203.0.113.1' });
    expect((await counted(id, 5, 0)).unique_clicks).toBe(4);
  });

  it('by a QR code is counted as such', async () => {
    const { id, alias } = await workspace.createLink();
    await visit(alias, BROWSER, { query: '?qr=1' });
    await visit(alias, BROWSER);
    await counted(id, 2, 0);
    await analysed(`links/${id}`, { clicks: 2, qr_scans: 1 });
  });

  it('among 200 at once is neither lost nor counted twice', async () => {
    const { id, alias } = await workspace.createLink();
    await Promise.all(Array.from({ length: 200 }, (_, n) => visit(alias, BROWSER, { from: `203.0.113.${n}` })));
    expect((await counted(id, 200, 0)).unique_clicks).toBe(200);
  });

  it('by a bot is included on request', async () => {
    const { id, alias } = await workspace.createLink();
    await visit(alias, BROWSER);
    await visit(alias, 'curl/8');
    await counted(id, 1, 1);
    await analysed(`links/${id}?include_bots=true`, { clicks: 2, bot_clicks: 1 });
  });

  it('on an unknown alias counts nowhere', async () => {
    // Clicks of earlier tests may still be on their way into analytics, but not in this workspace.
    const other = await newWorkspace();
    await send(workspace.product, 'GET', '/nobody-has-this', { headers: { 'user-agent': BROWSER } });
    await visit((await other.createLink()).alias, BROWSER);
    await eventually(async () =>
      expect((await other.get<Analytics>('/v1/analytics/workspace')).body.totals).toMatchObject({
        clicks: 1,
        bot_clicks: 0,
        active_links: 1,
      }),
    );
  });
});
