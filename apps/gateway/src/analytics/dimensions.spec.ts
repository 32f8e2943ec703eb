import { resolveWindow, type WindowQuery } from '@contexts/clicks';
import { type ClickRow } from '@platform/analytics-store';
import { z } from 'zod';
import { aClickRow as click, useClicks } from '../../../../test/support/analytics-store';
import { queryAnalytics, type AnalyticsRequest } from './analytics.query';
import { type Dimension, DIMENSIONS, DIMENSION_NAMES } from './dimensions';
import { filterQuery, only } from './filters';

/** A less common value of each dimension, as a row holds it; its key is the same text. */
const OTHER: { readonly [dimension in Dimension]: Partial<Omit<ClickRow, 'time'>> } = {
  country: { country: 'FR' },
  region: { region: 'Île-de-France' },
  city: { city: 'Paris' },
  continent: { continent: 'NA' },
  device: { device: 'mobile' },
  browser: { browser: 'Chrome' },
  os: { os: 'Android' },
  language: { language: 'fr' },
  referrer: { referrer: 'news.example' },
  referrer_url: { referrer_url: 'https://news.example/a,b' },
  trigger: { trigger: 'qr' },
  link: { link_id: 'link_b' },
  domain: { domain_id: 'dom_2' },
  tag: { tags: ['-50%', 'summer'] },
  campaign: { campaign_id: 'cmp_1' },
  destination: { destination: 'https://example.com/other' },
  utm_source: { utm_source: 'x' },
  utm_medium: { utm_medium: 'e-mail' },
  utm_campaign: { utm_campaign: "o'hara \\ sons" },
  utm_term: { utm_term: 'null' },
  utm_content: { utm_content: 'a b' },
  variant: { variant: 0 },
};
const keyOf = (dimension: Dimension): string =>
  dimension === 'tag'
    ? '-50%'
    : String(OTHER[dimension][DIMENSIONS[dimension].column as keyof (typeof OTHER)[Dimension]]);

const CLICKS: readonly ClickRow[] = [
  // Three common clicks of two visitors, and for each dimension two clicks of one visitor in an hour of its own.
  ...['v1', 'v1', 'v2'].map((visitor, index) => click(`2026-11-20 23:0${index}:00.000`, { visitor })),
  ...DIMENSION_NAMES.flatMap((dimension, index) =>
    [10, 40].map((minute) =>
      click(`2026-11-21 ${String(index).padStart(2, '0')}:${minute}:00.000`, {
        visitor: `of ${dimension}`,
        ...OTHER[dimension],
      }),
    ),
  ),
  // The same in another workspace, with every uncommon value at once.
  ...Array.from({ length: 3 }, () =>
    click('2026-11-21 08:30:00.000', {
      workspace_id: 'ws_2',
      ...(Object.assign({}, ...Object.values(OTHER)) as object),
    }),
  ),
  click('2026-11-21 09:00:00.000', { workspace_id: 'ws_3', country: '', region: '', city: '' }),
  click('2026-11-21 09:00:00.000', { workspace_id: 'ws_3', city: 'Paris', region: 'Texas', country: 'US' }),
  click('2026-11-21 09:00:00.000', { workspace_id: 'ws_3', city: 'Paris', region: 'Île-de-France', country: 'FR' }),
  click('2026-11-21 09:00:00.000', {
    workspace_id: 'ws_3',
    city: 'Paris',
    region: 'Kentucky',
    country: 'US',
    tags: ['a', 'b'],
  }),
  click('2026-11-21 09:00:00.000', {
    workspace_id: 'ws_3',
    city: 'Paris',
    region: 'Kentucky',
    country: 'US',
    tags: ['b'],
    is_bot: true,
  }),
  // A click at every half hour of the two days on which Berlin changes its clocks, and of the days around them.
  ...['2026-03-27', '2026-10-23'].flatMap((day) =>
    Array.from({ length: 96 }, (_, hour) =>
      click(new Date(Date.parse(day) + (hour + 0.5) * 3_600_000).toISOString().replace('T', ' ').replace('Z', ''), {
        workspace_id: 'ws_dst',
        visitor: `v${hour}`,
      }),
    ),
  ),
];
const ALL = 3 + 2 * DIMENSION_NAMES.length;

const store = useClicks(CLICKS);
const schema = z.strictObject(filterQuery);

const ask = (
  query: object,
  change: Partial<AnalyticsRequest> = {},
  window: WindowQuery = { range: 'custom', start: '2026-11-20', end: '2026-11-22' },
) =>
  queryAnalytics({
    client: store.client,
    workspaceId: 'ws_1',
    window: resolveWindow(window, { now: Date.parse('2026-11-22'), earliest: 0 }),
    filters: schema.parse(query),
    linksCreated: { current: 0, previous: 0 },
    asOf: '',
    ...change,
  });
const clicksBy = async (query: object) => (await ask(query)).totals.clicks;
const escaped = (value: string) =>
  value
    .replaceAll('\\', '\\\\')
    .replaceAll(',', '\\,')
    .replace(/^(-|null$)/, '\\$1');

describe('each dimension', () => {
  it.each(DIMENSION_NAMES)('%s groups clicks and visitors by its values, most clicks first', async (dimension) => {
    const { groups } = await ask({}, { groupBy: [dimension], limit: 100 });
    const group = groups[dimension] ?? [];
    expect(group.find(({ key }) => key === keyOf(dimension))).toMatchObject({ clicks: 2, unique_clicks: 1 });
    const times = dimension === 'tag' ? ALL + 2 : ALL;
    expect(group.reduce((sum, { clicks }) => sum + clicks, 0)).toBe(times);
    expect(group.map(({ clicks }) => clicks)).toEqual(group.map(({ clicks }) => clicks).toSorted((a, b) => b - a));
  });

  it.each(DIMENSION_NAMES)('%s filters by a value, excludes it, and both add up to all', async (dimension) => {
    const value = escaped(keyOf(dimension));
    expect(await clicksBy({ [dimension]: value })).toBe(2);
    expect(await clicksBy({ [dimension]: `-${value}` })).toBe(ALL - 2);
    expect(await clicksBy({ [dimension]: `${value},-${value}` })).toBe(0);
  });

  it.each([
    'tag',
    'campaign',
    'referrer',
    'referrer_url',
    'utm_source',
    'utm_medium',
    'utm_campaign',
    'utm_term',
    'utm_content',
    'variant',
  ] as const)('%s has the key null where it has no value, and finds those clicks by null', async (dimension) => {
    const { groups } = await ask({}, { groupBy: [dimension] });
    expect(groups[dimension]?.[0]).toMatchObject({ key: null, clicks: ALL - 2 });
    expect(await clicksBy({ [dimension]: 'null' })).toBe(ALL - 2);
    expect(await clicksBy({ [dimension]: '-null' })).toBe(2);
    expect(await clicksBy({ [dimension]: ['null', escaped(keyOf(dimension))] })).toBe(ALL);
  });

  it("is combined by AND with the others and with the route's own filter", async () => {
    expect(await clicksBy({ country: 'FR', browser: 'Chrome' })).toBe(0);
    expect(await clicksBy({ country: '-FR', browser: '-Chrome', tag: '-summer' })).toBe(ALL - 6);
    expect((await ask({ link: 'link_a' }, { scope: { link: only('link_b') } })).totals.clicks).toBe(0);
    expect((await ask({ tag: '-x' }, { scope: { tag: only('summer') } })).totals.clicks).toBe(2);
  });
});

describe('groups', () => {
  const ofThree = (query: object, groupBy: readonly Dimension[] = []) => ask(query, { workspaceId: 'ws_3', groupBy });

  it('distinguish two cities named Paris by region and country', async () => {
    const { groups } = await ofThree({}, ['region']);
    expect(groups.city).toEqual([
      { key: null, country: null, region: null, clicks: 1, unique_clicks: 1 },
      { key: 'Paris', country: 'US', region: 'Kentucky', clicks: 1, unique_clicks: 1 },
      { key: 'Paris', country: 'US', region: 'Texas', clicks: 1, unique_clicks: 1 },
      { key: 'Paris', country: 'FR', region: 'Île-de-France', clicks: 1, unique_clicks: 1 },
    ]);
    expect(groups.region?.map(({ key, country }) => [key, country])).toEqual([
      [null, null],
      ['Kentucky', 'US'],
      ['Texas', 'US'],
      ['Île-de-France', 'FR'],
    ]);
  });

  it('count a click with two tags under both', async () =>
    expect((await ofThree({}, ['tag'])).groups.tag).toEqual([
      { key: null, clicks: 3, unique_clicks: 1 },
      { key: 'a', clicks: 1, unique_clicks: 1 },
      { key: 'b', clicks: 1, unique_clicks: 1 },
    ]));

  it('count bots only when asked to', async () => {
    const { groups } = await ask({}, { workspaceId: 'ws_3', groupBy: ['tag'], includeBots: true });
    expect(groups.tag?.find(({ key }) => key === 'b')?.clicks).toBe(2);
  });

  it('have at most the requested number of entries', async () => {
    const { groups } = await ask({}, { groupBy: DIMENSION_NAMES, limit: 1 });
    expect(Object.values(groups).map((group) => group?.length)).toEqual(DIMENSION_NAMES.map(() => 1));
  });
});

describe('the window', () => {
  it('is compared with the previous one under the same filters', async () => {
    const window = { range: 'custom', start: '2026-11-21', end: '2026-11-22' };
    const { totals, previous } = await ask({ referrer: 'null', variant: '-0' }, {}, window);
    expect([totals.clicks, previous.clicks, previous.unique_clicks]).toEqual([ALL - 3 - 4, 3, 2]);
    expect((await ask({ country: 'FR' }, {}, window)).previous.clicks).toBe(0);
  });

  it('reaches no further back than the plan allows', async () => {
    const { totals, previous } = await ask(
      {},
      { notBefore: Date.parse('2026-11-20T23:02:00Z') },
      { range: 'custom', start: '2026-11-21', end: '2026-11-22' },
    );
    expect([totals.clicks, previous.clicks]).toEqual([ALL - 3, 1]);
  });

  it.each([
    ['2026-03-29', '2026-03-30', 23],
    ['2026-10-25', '2026-10-26', 25],
  ])('has the hours of a day on which the clocks change: %s', async (start, end, hours) => {
    const custom = { range: 'custom', start, end, timezone: 'Europe/Berlin' };
    const byHour = await ask({}, { workspaceId: 'ws_dst' }, { ...custom, interval: 'hour' });
    expect(byHour.timeseries.map(({ clicks, unique_clicks }) => [clicks, unique_clicks])).toEqual(
      Array.from({ length: hours }, () => [1, 1]),
    );
    expect(
      (await ask({}, { workspaceId: 'ws_dst' }, { ...custom, interval: 'day' })).timeseries.map(({ clicks }) => clicks),
    ).toEqual([hours]);
    expect(byHour.previous.clicks).toBe(24);
  });

  it.each(['Asia/Kathmandu', 'Asia/Kolkata', 'Europe/Berlin', 'America/St_Johns'])(
    'of %s has its days and hours',
    async (timezone) => {
      for (const interval of ['hour', 'day']) {
        const { timeseries } = await ask(
          {},
          {},
          { range: 'custom', start: '2026-11-20', end: '2026-11-23', timezone, interval },
        );
        const expected = timeseries.map(
          ({ start }, index) =>
            CLICKS.filter(({ workspace_id, time }) => {
              const at = `${time.replace(' ', 'T')}Z`;
              return workspace_id === 'ws_1' && at >= start && at < (timeseries[index + 1]?.start ?? '2026-11-24');
            }).length,
        );
        expect(timeseries.map(({ clicks }) => clicks)).toEqual(expected);
        expect(expected.reduce((sum, clicks) => sum + clicks, 0)).toBe(ALL);
      }
    },
  );
});

describe('no statement', () => {
  it('counts a click of another workspace, whatever the filter and group', async () => {
    for (const dimension of DIMENSION_NAMES) {
      const { totals, previous, timeseries, top_links, groups } = await ask(
        { [dimension]: [escaped(keyOf(dimension)), 'null'] },
        { workspaceId: 'ws_4', groupBy: DIMENSION_NAMES },
      );
      expect([totals.clicks, totals.bot_clicks, previous.clicks, top_links, Object.values(groups).flat()]).toEqual([
        0,
        0,
        0,
        [],
        [],
      ]);
      expect(timeseries.every(({ clicks }) => clicks === 0)).toBe(true);
    }
  });
});
