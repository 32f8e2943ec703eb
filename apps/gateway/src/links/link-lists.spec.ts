import { clickCountersSchema } from '@platform/click-counters';
import { buildLinkTexts } from '@platform/read-store';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { type Plan, explaining, lookUps, rowsOf, rowsRead, sorts } from '../../../../test/support/plans';
import { type TestReadStore, insert, withReadStore } from '../../../../test/support/read-store';
import type { LinkFilters } from './link-filters';
import { linkOrderMigration, campaignLinksMigration } from './link-order.migration';
import { LINK_SORTS, type LinkOrder } from './link-order';
import { LinkQueries } from './link.queries';

const NOW = '2026-06-01T12:00:00.000Z';
const EARLIER = '2026-05-01T00:00:00.000Z';
const CREATED = ['2026-01-01T10:00:00.000Z', '2026-01-02T10:00:00.000Z', '2026-03-01T09:00:00.000Z'] as const;
const TAGS = ['a', 'b', 'c', 'd'] as const;

interface Link {
  readonly id: string;
  /** The installation's, unless given. */
  readonly domain_id?: string;
  readonly title?: string | null;
  readonly tags: readonly string[];
  readonly campaign_id: string | null;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly click_limit: number | null;
  readonly limit_reached: number | null;
  readonly disabled_at: string | null;
  readonly archived_at: string | null;
  readonly deleted_at: string | null;
  readonly clicks: number;
}

const sometimes = fc.constantFrom(null, null, null, EARLIER);
const made: fc.Arbitrary<Link> = fc.record({
  id: fc.uuid().map((id) => `link_${id}`),
  title: fc.constantFrom(null, 'Sale', 'SALE of ties', 'Été'),
  tags: fc.subarray([...TAGS]),
  campaign_id: fc.constantFrom(null, 'cmp_1'),
  created_at: fc.constantFrom(...CREATED),
  expires_at: fc.constantFrom(null, null, EARLIER, '2027-01-01T00:00:00.000Z'),
  click_limit: fc.constantFrom(null, 5),
  limit_reached: fc.constantFrom(null, 4, 5),
  disabled_at: sometimes,
  archived_at: sometimes,
  deleted_at: sometimes,
  clicks: fc.constantFrom(0, 0, 1, 2),
});

const filtersOf = fc.record<LinkFilters>(
  {
    status: fc.constantFrom('active', 'disabled', 'expired', 'archived', 'deleted'),
    tags: fc.subarray(['a', 'b', 'c', 'none'], { minLength: 1 }),
    tags_mode: fc.constantFrom('any', 'all'),
    exclude_tags: fc.constant(['d']),
    campaign_id: fc.constant('cmp_1'),
    search: fc.constantFrom('sale', 'É', 'EXAMPLE', 'of', 'elsewhere'),
    created_after: fc.constantFrom(CREATED[1]),
    created_before: fc.constantFrom(CREATED[2]),
  },
  { requiredKeys: ['tags_mode'] },
);
const orderOf = fc.record<LinkOrder>({ sort: fc.constantFrom(...LINK_SORTS), order: fc.constantFrom('asc', 'desc') });

const statusOf = (link: Link): string => {
  if (link.deleted_at) return 'deleted';
  if (link.archived_at) return 'archived';
  const full = link.limit_reached !== null && link.click_limit !== null && link.limit_reached >= link.click_limit;
  if ((link.expires_at && link.expires_at <= NOW) || full) return 'expired';
  return link.disabled_at ? 'disabled' : 'active';
};

const passes = (link: Link, filters: LinkFilters): boolean =>
  (filters.status ? statusOf(link) === filters.status : !link.deleted_at) &&
  (!filters.tags ||
    filters.tags[filters.tags_mode === 'all' ? 'every' : 'some']((tag: string) => link.tags.includes(tag))) &&
  !filters.exclude_tags?.some((tag) => link.tags.includes(tag)) &&
  (!filters.campaign_id || link.campaign_id === filters.campaign_id) &&
  (!filters.search || `${link.title} https://example.com/`.toLowerCase().includes(filters.search.toLowerCase())) &&
  (!filters.created_after || link.created_at >= filters.created_after) &&
  (!filters.created_before || link.created_at < filters.created_before);

const byText = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** Links without a click come last by the last click, in either order. */
const sorted = (links: readonly Link[], { sort, order }: LinkOrder): readonly string[] => {
  const sign = order === 'asc' ? 1 : -1;
  const missing = ({ clicks }: Link) => Number(sort === 'last_clicked_at' && clicks === 0);
  const difference = (one: Link, other: Link) => {
    if (sort === 'created_at') return byText(one.created_at, other.created_at);
    return sort === 'clicks' ? one.clicks - other.clicks : 0;
  };
  return [...links]
    .sort((one, other) => missing(one) - missing(other) || sign * (difference(one, other) || byText(one.id, other.id)))
    .map(({ id }) => id);
};

let test: TestReadStore;
let queries: LinkQueries;
beforeAll(async () => {
  test = await withReadStore([clickCountersSchema, linkOrderMigration, campaignLinksMigration]);
  queries = new LinkQueries(test.store);
  await test.freeze(new Date(NOW));
});
afterAll(() => test.close());

/** @returns the workspace that has them */
const fill = async (links: readonly Link[], into?: string): Promise<string> => {
  const workspace = into ?? (await test.workspace('pro'));
  const rows = JSON.stringify(links.map((link) => ({ ...link, workspace_id: workspace })));
  await test.owner.query(
    `with rows as (select * from json_populate_recordset(null::links, $1::json)), made as (
       insert into links (id, workspace_id, domain_id, domain, alias, destination_url, title, tags, campaign_id, expires_at,
         click_limit, limit_reached, disabled_at, archived_at, deleted_at, created_at, updated_at, created_by, revision)
       select id, workspace_id, coalesce(domain_id, 'dom_default'), case when domain_id is null then 'go.test' else 'b.test' end, id, 'https://example.com/', title, tags, campaign_id, expires_at,
         click_limit, limit_reached, disabled_at, archived_at, deleted_at, created_at, created_at, '{}', 0 from rows
     )
     insert into link_counters (link_id, workspace_id, clicks, unique_clicks, bot_clicks, last_clicked_at)
     select id, $2, clicks, clicks, 0, '${EARLIER}' from json_to_recordset($1::json) as r (id text, clicks int)
     where clicks > 0`,
    [rows, workspace],
  );
  return workspace;
};

/** Every page of a list, and what it says of its total. */
const pages = async (workspace: string, filters: LinkFilters, order: LinkOrder, limit: number) => {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const { rows, ...total } = await queries.list(workspace, filters, order, { page, limit });
    ids.push(...rows.map(({ id }) => id));
    if (rows.length < limit) return { ids, ...total };
  }
};

it('a list, its pages, its total and its count are those of the links that pass the filters', async () => {
  const questions = fc.array(fc.tuple(filtersOf, orderOf), { minLength: 5 });
  const scene = fc.tuple(fc.array(made, { maxLength: 12 }), questions, fc.constantFrom(1_000, 3));
  await fc.assert(
    fc.asyncProperty(scene, async ([links, asked, from]) => {
      const workspace = await fill(links);
      await buildLinkTexts({ pool: test.store.system, signal: new AbortController().signal, from, step: 3 });
      for (const [filters, order] of asked) {
        const expected = sorted(
          links.filter((link) => passes(link, filters)),
          order,
        );
        expect({ filters, order, ...(await pages(workspace, filters, order, 5)) }).toEqual({
          filters,
          order,
          ids: expected,
          total: expected.length,
        });
        expect(await queries.count(workspace, filters)).toBe(expected.length);
        const following = await queries.following(workspace, filters, null, 100);
        const oldest = sorted(
          links.filter((link) => passes(link, filters)),
          { sort: 'created_at', order: 'asc' },
        );
        expect(following.map(({ id }) => id)).toEqual(oldest);
        const [first] = following;
        if (first)
          expect((await queries.following(workspace, filters, first, 100)).map(({ id }) => id)).toEqual(
            oldest.slice(1),
          );
      }
    }),
    { numRuns: 15 },
  );
});

it('a list, its count and the links that follow are those of a status at the given instant', async () => {
  const endless = { click_limit: null, limit_reached: null, archived_at: null, deleted_at: null, campaign_id: null };
  const live = { ...endless, created_at: CREATED[0], expires_at: EARLIER, clicks: 0, tags: ['a'], title: 'Sale' };
  const workspace = await fill([
    { ...live, id: `link_${randomUUID()}`, disabled_at: null },
    { ...live, id: `link_${randomUUID()}`, disabled_at: EARLIER },
  ]);
  const order = { sort: 'created_at', order: 'asc' } as const;
  const before = '2026-04-30T23:59:59.999Z';
  const asked = async (filters: LinkFilters) => {
    const { total } = await queries.list(workspace, filters, order, { page: 1, limit: 5 });
    const following = await queries.following(workspace, filters, null, 5);
    return [total, await queries.count(workspace, filters), following.length];
  };
  for (const more of [{}, { tags: ['a'] }, { search: 'sale' }])
    for (const [status, then, later] of [
      ['active', 1, 0],
      ['disabled', 1, 0],
      ['expired', 0, 2],
      ['archived', 0, 0],
    ] as const) {
      const filters: LinkFilters = { tags_mode: 'any', status, ...more };
      const found = [await asked({ ...filters, now: before }), await asked({ ...filters, now: EARLIER })];
      expect({ filters, found }).toEqual({ filters, found: [Array(3).fill(then), Array(3).fill(later)] });
    }
});

it('a search takes both forms of a small sigma for one, in blocks of texts as in the links themselves', async () => {
  const link = { campaign_id: null, created_at: CREATED[0], expires_at: null, click_limit: null, limit_reached: null };
  const live = { ...link, disabled_at: null, archived_at: null, deleted_at: null, clicks: 0, tags: [] };
  const titled = ['ΟΔΥΣΣΕΥΣ', 'Οδυσσευς', 'Orpheus'].map((title, nth) => ({ ...live, id: `link_sigma${nth}`, title }));
  const workspace = await fill(titled);
  const order = { sort: 'created_at', order: 'asc' } as const;
  const found = async () => {
    const each = ['σευς', 'ΣΕΥΣ', 'ευσ', 'Σ'].map((search) => pages(workspace, { search, tags_mode: 'any' }, order, 5));
    return (await Promise.all(each)).map(({ ids }) => ids);
  };
  const expected = Array(4).fill(['link_sigma0', 'link_sigma1']);
  expect(await found()).toEqual(expected);
  await buildLinkTexts({ pool: test.store.system, signal: new AbortController().signal, from: 3, step: 3 });
  expect(await found()).toEqual(expected);
});

describe('a search that thousands of links have', () => {
  const LINKS = 10_100;
  const named = async (deleted: number) => {
    const link = {
      campaign_id: null,
      created_at: CREATED[0],
      expires_at: null,
      click_limit: null,
      limit_reached: null,
    };
    const live = { ...link, disabled_at: null, archived_at: null, clicks: 0, tags: [], title: 'Sale' };
    const workspace = await fill(
      Array.from({ length: LINKS }, (_, nth) => ({
        ...live,
        id: `link_${deleted}_${nth}`,
        deleted_at: nth < deleted ? EARLIER : null,
      })),
    );
    await buildLinkTexts({ pool: test.store.system, signal: new AbortController().signal, from: 1_000, step: LINKS });
    await test.owner.query('analyze links, link_texts');
    return workspace;
  };
  const order = { sort: 'created_at', order: 'desc' } as const;
  const SEARCH = { search: 'SALE', tags_mode: 'any' } as const;

  it.each([
    [0, { total: 10_000, total_is: 'minimum' }],
    [99, { total: 10_000, total_is: 'minimum' }],
    [100, { total: 10_000 }],
    [101, { total: 9_999 }],
    [LINKS, { total: 0 }],
  ])('has the right total where %d of them are deleted', async (deleted, expected) => {
    const workspace = await named(deleted);
    const { rows, ...total } = await queries.list(workspace, SEARCH, order, { page: 1, limit: 5 });
    expect({ ...total, found: rows.length }).toEqual({ ...expected, found: Math.min(5, LINKS - deleted) });
    expect(await queries.count(workspace, SEARCH)).toBe(LINKS - deleted);
  });

  it('looks none of them up to count them', async () => {
    const workspace = await named(10);
    const plans: Plan[] = [];
    const asked = new LinkQueries(explaining(test.store, plans));
    await asked.list(workspace, SEARCH, order, { page: 1, limit: 5 });
    expect(Math.max(...plans.map((plan) => lookUps(plan, 'links')))).toBeLessThan(100);
  });

  it('reads none of them to count them, asked by the query of a request with all that is no filter', async () => {
    const workspace = await named(9);
    const plans: Plan[] = [];
    const asked = new LinkQueries(explaining(test.store, plans));
    const query = { ...SEARCH, ...order, page: 1, limit: 5, status: undefined };
    await asked.list(workspace, query, query, query);
    expect(Math.max(...plans.map((plan) => rowsOf(plan, 'links')))).toBeLessThan(100);
  });
});

it('tags are counted by the links that are not deleted', async () => {
  const link = { campaign_id: null, created_at: CREATED[0], expires_at: null, click_limit: null, limit_reached: null };
  const live = { ...link, disabled_at: null, archived_at: null, deleted_at: null, clicks: 0 };
  const workspace = await fill([
    { ...live, id: 'link_1', tags: ['x', 'y'] },
    { ...live, id: 'link_2', tags: ['x'] },
    { ...live, id: 'link_3', tags: ['z'], deleted_at: EARLIER },
  ]);
  expect(await queries.tags(workspace, { page: 1, limit: 10 })).toEqual({
    rows: [
      { tag: 'x', count: 2 },
      { tag: 'y', count: 1 },
    ],
    total: 2,
  });
});

describe('links made within intervals', () => {
  const start = Date.parse('2026-04-01T00:00:00.000Z');
  const instants = [0, 1, 3_599_999, 3_600_000, 5_400_000, 7_199_999, 7_200_000, 90_000_000];
  const bounds = [-1, 0, 1, 1_800_000, 3_600_000, 5_400_000, 7_200_000, 10_800_000, 100_000_000];
  const intervals = bounds.flatMap((from) =>
    bounds.filter((to) => to >= from).map((to) => ({ start: start + from, end: start + to })),
  );
  const live = { expires_at: null, click_limit: null, limit_reached: null, disabled_at: null, archived_at: null };
  const isOdd = (nth: number) => nth % 2 === 1;
  const workspaceOf = () =>
    fill(
      instants.map((after, nth) => ({
        ...live,
        id: `link_${randomUUID()}`,
        created_at: new Date(start + after).toISOString(),
        deleted_at: [2, 5].includes(nth) ? EARLIER : null,
        tags: isOdd(nth) ? ['odd', 'any'] : ['any'],
        campaign_id: isOdd(nth) ? 'cmp_odd' : null,
        clicks: 0,
      })),
    );
  const counts = (counted: readonly number[]) =>
    intervals.map(({ start: from, end }) => counted.filter((at) => start + at >= from && start + at < end).length);
  const odd = instants.filter((_, nth) => isOdd(nth));

  it.each([
    ['all of them, by whole hours and parts of hours', {}, instants],
    ['those of a tag, deleted ones too', { tag: 'odd' }, odd],
    ['those of a tag that all have', { tag: 'any' }, instants],
    ['those of a campaign', { campaign: 'cmp_odd' }, odd],
    ['those of a domain', { domain: 'dom_default' }, instants],
    ['none of another domain', { domain: 'dom_none' }, []],
  ])('are counted: %s', async (_, scope, counted) => {
    expect(await queries.createdWithin(await workspaceOf(), intervals, scope)).toEqual(counts(counted));
  });
});

describe('of many links made within an hour', () => {
  const LINKS = 400;
  let workspace: string;
  let plans: Plan[];
  let asked: LinkQueries;
  beforeAll(async () => {
    const live = { expires_at: null, click_limit: null, limit_reached: null, disabled_at: null, archived_at: null };
    workspace = await fill(
      Array.from({ length: LINKS }, (_, nth) => ({
        ...live,
        id: `link_of_hour_${nth}`,
        created_at: '2026-06-01T11:30:00.000Z',
        deleted_at: null,
        tags: ['all'],
        campaign_id: null,
        clicks: 0,
      })),
    );
    await test.owner.query('analyze links, link_tags');
  });
  beforeEach(() => {
    plans = [];
    asked = new LinkQueries(explaining(test.store, plans));
  });
  const mostRead = () => Math.max(...plans.map(rowsRead));

  it.each([
    ['of the workspace', {}],
    ['of a tag', { tag: 'all' }],
  ])('none is read to count those %s in a window that ends now', async (_, scope) => {
    const window = { start: Date.parse('2026-05-02T11:45:00.000Z'), end: Date.parse('2026-06-01T11:45:00.000Z') };
    expect(await asked.createdWithin(workspace, [window], scope)).toEqual([LINKS]);
    expect(mostRead()).toBeLessThan(LINKS / 10);
  });

  it.each([
    ['the last page', 40, 10],
    ['a page behind the last', 41, 0],
    ['a page of a list that ended long before', 4_000, 0],
  ])('%s is read from the end of the list', async (_, page, length) => {
    const { rows, total } = await asked.list(
      workspace,
      { tags_mode: 'any' },
      { sort: 'created_at', order: 'desc' },
      { page, limit: 10 },
    );
    expect({ rows: rows.length, total }).toEqual({ rows: length, total: LINKS });
    expect(mostRead()).toBeLessThan(LINKS / 2);
  });

  describe('before the tables have statistics', () => {
    beforeAll(() => test.owner.query(`delete from pg_statistic where starelid = 'links'::regclass`));
    afterAll(() => test.owner.query('analyze links'));

    it.each([
      ['all', {}],
      ['the active ones', { status: 'active' }],
    ])('a page of %s is read in the order of an index', async (_, filter) => {
      const order = { sort: 'created_at', order: 'desc' } as const;
      const { rows } = await asked.list(workspace, { tags_mode: 'any', ...order, ...filter }, order, {
        page: 1,
        limit: 10,
      });
      expect(rows).toHaveLength(10);
      expect(plans.filter(sorts)).toEqual([]);
    });
  });

  it('those of a custom domain are found and counted without a look at others', async () => {
    const domain = { hostname: 'b.test', token: 't', status: 'verified', created_at: EARLIER, updated_at: EARLIER };
    for (const id of ['dom_b', 'dom_removed'])
      await insert(test.owner, 'domains', { ...domain, id, workspace_id: workspace, revision: 0 });
    const made = { expires_at: null, click_limit: null, limit_reached: null, disabled_at: null, archived_at: null };
    const one = { ...made, deleted_at: null, tags: [], campaign_id: null, clicks: 0, created_at: CREATED[0] };
    await fill(
      [1, 2].map((nth) => ({ ...one, id: `link_b${nth}`, domain_id: 'dom_b' })),
      workspace,
    );
    await fill([{ ...one, id: 'link_b0', domain_id: 'dom_removed' }], workspace);
    await test.owner.query('analyze links');
    const { rows, total } = await asked.list(
      workspace,
      { tags_mode: 'any', domain: 'B.test' },
      { sort: 'created_at', order: 'desc' },
      { page: 1, limit: 10 },
    );
    expect({ ids: rows.map(({ id }) => id), total }).toEqual({ ids: ['link_b2', 'link_b1', 'link_b0'], total: 3 });
    const window = { start: 0, end: Date.parse(NOW) };
    expect(await asked.createdWithin(workspace, [window], { domain: 'dom_b' })).toEqual([2]);
    expect(mostRead()).toBeLessThan(LINKS / 10);
  });
});
