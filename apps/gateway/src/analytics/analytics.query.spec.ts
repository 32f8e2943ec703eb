import { COMPARISONS, comparedWindow, resolveWindow, type WindowQuery } from '@contexts/clicks';
import { insertClicks } from '@platform/analytics-store';
import { aClickRow as click, useClicks } from '../../../../test/support/analytics-store';
import { queryAnalytics, type AnalyticsRequest } from './analytics.query';
import { analyticsQuerySchema } from './analytics.schemas';
import { only } from './filters';

const CLICKS = [
  click('2026-10-31 12:00:00.000'),
  click('2026-10-31 22:30:00.000'),
  click('2026-10-31 23:30:00.000'),
  click('2026-11-01 00:30:00.000'),
  click('2026-11-21 05:00:00.000', { link_id: 'link_c' }),
  click('2026-11-21 08:00:00.000'),
  click('2026-11-21 10:00:00.000'),
  click('2026-11-21 10:10:00.000', { visitor: 'v2' }),
  click('2026-11-21 10:59:59.999'),
  click('2026-11-21 11:00:00.000', { link_id: 'link_b', trigger: 'qr' }),
  click('2026-11-21 11:10:00.000', { is_bot: true, visitor: 'bot' }),
  click('2026-11-21 11:20:00.000', { is_bot: true, visitor: 'bot' }),
  click('2026-11-21 12:00:00.000', { link_id: 'link_d' }),
  click('2026-11-21 11:00:00.000', { workspace_id: 'ws_2', link_id: 'link_z' }),
];

const store = useClicks(CLICKS);

const bearings = { now: Date.parse('2026-11-21T12:00:00.000Z'), earliest: Date.parse('2026-10-01T00:00:00.000Z') };
const ask = (query: WindowQuery, change: Partial<AnalyticsRequest> = {}) =>
  queryAnalytics({
    client: store.client,
    workspaceId: 'ws_1',
    window: asked(query),
    linksCreated: { current: 2, previous: 1 },
    asOf: '2026-11-21T11:59:58.000Z',
    ...change,
  });
const asked = (query: WindowQuery) => resolveWindow(query, bearings);
const nothing = { clicks: 0, unique_clicks: 0, bot_clicks: 0, qr_scans: 0, active_links: 0 };

describe('analytics of a workspace', () => {
  it('have totals, the previous window, a filled series and a ranking', async () => {
    expect(
      await ask({ range: 'custom', start: '2026-11-21T08:00:00Z', end: '2026-11-21T12:00:00Z', interval: 'hour' }),
    ).toEqual({
      range: 'custom',
      start: '2026-11-21T08:00:00.000Z',
      end: '2026-11-21T12:00:00.000Z',
      timezone: 'UTC',
      interval: 'hour',
      totals: { clicks: 5, unique_clicks: 3, bot_clicks: 2, qr_scans: 1, links_created: 2, active_links: 2 },
      previous: {
        start: '2026-11-21T04:00:00.000Z',
        end: '2026-11-21T08:00:00.000Z',
        clicks: 1,
        unique_clicks: 1,
        bot_clicks: 0,
        qr_scans: 0,
        links_created: 1,
        active_links: 1,
      },
      timeseries: [
        { start: '2026-11-21T08:00:00.000Z', clicks: 1, unique_clicks: 1 },
        { start: '2026-11-21T09:00:00.000Z', clicks: 0, unique_clicks: 0 },
        { start: '2026-11-21T10:00:00.000Z', clicks: 3, unique_clicks: 2 },
        { start: '2026-11-21T11:00:00.000Z', clicks: 1, unique_clicks: 1 },
      ],
      top_links: [
        { link_id: 'link_a', clicks: 4 },
        { link_id: 'link_b', clicks: 1 },
      ],
      groups: {
        country: [{ key: 'DE', clicks: 5, unique_clicks: 3 }],
        city: [{ key: 'Berlin', country: 'DE', region: 'Berlin', clicks: 5, unique_clicks: 3 }],
        referrer: [{ key: null, clicks: 5, unique_clicks: 3 }],
        device: [{ key: 'desktop', clicks: 5, unique_clicks: 3 }],
        browser: [{ key: 'Firefox', clicks: 5, unique_clicks: 3 }],
        os: [{ key: 'Linux', clicks: 5, unique_clicks: 3 }],
        trigger: [
          { key: 'link', clicks: 4, unique_clicks: 2 },
          { key: 'qr', clicks: 1, unique_clicks: 1 },
        ],
        utm_campaign: [{ key: null, clicks: 5, unique_clicks: 3 }],
      },
      as_of: '2026-11-21T11:59:58.000Z',
    });
  });

  it('include the first instant of the window and exclude its end', async () => {
    const exactly = { range: 'custom', start: '2026-11-21T08:00:00.000Z', end: '2026-11-21T08:00:00.001Z' };
    expect((await ask(exactly)).totals.clicks).toBe(1);
    expect((await ask({ ...exactly, start: '2026-11-21T07:00:00Z', end: '2026-11-21T08:00:00Z' })).totals.clicks).toBe(
      0,
    );
  });

  it('count bots among the clicks only when asked to', async () => {
    const today = await ask({ range: 'today' }, { includeBots: true });
    expect(today.totals).toMatchObject({ clicks: 8, bot_clicks: 2, unique_clicks: 5, active_links: 3 });
    expect(today.timeseries.reduce((sum, { clicks }) => sum + clicks, 0)).toBe(8);
  });

  it("count a visitor once per link and UTC day, whatever the window's time zone", async () => {
    const days = await ask({
      range: 'custom',
      start: '2026-10-31',
      end: '2026-11-02',
      timezone: 'Europe/Berlin',
      interval: 'day',
    });
    expect(days.totals).toMatchObject({ clicks: 4, unique_clicks: 2 });
    expect(days.timeseries).toEqual([
      { start: '2026-10-30T23:00:00.000Z', clicks: 2, unique_clicks: 1 },
      { start: '2026-10-31T23:00:00.000Z', clicks: 2, unique_clicks: 2 },
    ]);
  });

  it('have a series that adds up to the totals, at every interval', async () => {
    for (const interval of ['minute', 'hour', 'day', 'week', 'month']) {
      const { totals, timeseries } = await ask({
        range: interval === 'minute' ? 'today' : 'all',
        interval,
        timezone: 'Asia/Kathmandu',
      });
      expect(timeseries.reduce((sum, { clicks }) => sum + clicks, 0)).toBe(totals.clicks);
    }
  });

  it.each(COMPARISONS)('have the series of the window that they are compared with: %s', async (comparison) => {
    const rows = [
      click('2025-11-21 08:30:00.000', { workspace_id: 'ws_3' }),
      click('2025-11-21 09:10:00.000', { workspace_id: 'ws_3', visitor: 'v2' }),
      click('2025-11-21 09:20:00.000', { workspace_id: 'ws_3', visitor: 'v2', trigger: 'qr' }),
      click('2025-11-21 09:30:00.000', { workspace_id: 'ws_3', is_bot: true }),
    ];
    const past = { year: '2025-11-21', previous: '2026-11-21' }[comparison];
    const moved = rows.map(({ time, ...row }) => ({ ...row, time: time.replace('2025-11-21', past) }));
    await insertClicks(store.client, `compared-${comparison}`, moved);
    const hours = (first: string, last: string) => ({
      range: 'custom',
      start: `${first}:00:00Z`,
      end: `${last}:00:00Z`,
      interval: 'hour',
    });
    const window =
      comparison === 'year' ? hours('2026-11-21T08', '2026-11-21T10') : hours('2026-11-21T10', '2026-11-21T12');
    const change = { workspaceId: 'ws_3', comparedWith: comparedWindow(asked(window), comparison) };
    expect((await ask(window, change)).comparison).toEqual({
      start: `${past}T08:00:00.000Z`,
      end: `${past}T10:00:00.000Z`,
      clicks: 3,
      unique_clicks: 2,
      timeseries: [
        { start: `${past}T08:00:00.000Z`, clicks: 1, unique_clicks: 1 },
        { start: `${past}T09:00:00.000Z`, clicks: 2, unique_clicks: 1 },
      ],
    });
    expect((await ask(window, { ...change, scope: { link: only('link_none') } })).comparison).toMatchObject({
      clicks: 0,
      timeseries: [{ clicks: 0 }, { clicks: 0 }],
    });
    expect(await ask(window, { workspaceId: 'ws_3' })).not.toHaveProperty('comparison');
  });

  it('rank at most the requested number of links, by clicks and then by id', async () => {
    expect((await ask({ range: 'all' }, { limit: 2 })).top_links).toEqual([
      { link_id: 'link_a', clicks: 8 },
      { link_id: 'link_b', clicks: 1 },
    ]);
  });

  it('of one link include only that link', async () => {
    const { totals, top_links } = await ask({ range: 'today' }, { scope: { link: only('link_b') } });
    expect(totals).toMatchObject({ clicks: 1, active_links: 1, qr_scans: 1 });
    expect(top_links).toEqual([{ link_id: 'link_b', clicks: 1 }]);
  });

  it('include nothing of another workspace, whatever its name', async () => {
    for (const change of [
      { workspaceId: 'ws_none' },
      { workspaceId: "ws_1' OR '1'='1" },
      { workspaceId: 'ws_2', scope: { link: only('link_a') } },
    ]) {
      const { totals, top_links } = await ask({ range: 'all' }, change);
      expect(totals).toMatchObject(nothing);
      expect(top_links).toEqual([]);
    }
  });
});

describe('the query string of analytics', () => {
  const problemsOf = (query: object) =>
    analyticsQuerySchema.safeParse(query).error?.issues.map(({ path, code }) => [path.join('.'), code]);

  it('has defaults for everything', () =>
    expect(analyticsQuerySchema.parse({})).toEqual({
      range: '30d',
      timezone: 'UTC',
      interval: 'auto',
      include_bots: false,
      group_by: [],
      limit: 10,
    }));

  it('is parsed into numbers and booleans', () =>
    expect(analyticsQuerySchema.parse({ limit: '25', include_bots: 'true' })).toMatchObject({
      limit: 25,
      include_bots: true,
    }));

  it.each([
    { group_by: 'colour' },
    { country: 'Germany' },
    { range: '8d' },
    { limit: '0' },
    { limit: '101' },
    { limit: 'x' },
    { compare: 'month' },
    { include_bots: '1' },
    { timezone: 'Mars/Base' },
  ])('refuses %j', (query) => expect(problemsOf(query)).toHaveLength(1));

  it('takes a list of dimensions to group by', () =>
    expect(analyticsQuerySchema.parse({ group_by: ['tag,link', 'variant'] }).group_by).toEqual([
      'tag',
      'link',
      'variant',
    ]));

  it('reports all problems at once', () =>
    expect(problemsOf({ range: 'x', limit: 'x', interval: 'x', nope: '' })).toHaveLength(4));
});
