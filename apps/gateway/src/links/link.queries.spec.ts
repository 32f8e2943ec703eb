import { clickCountersSchema } from '@platform/click-counters';
import { buildLinkTexts } from '@platform/read-store';
import { type TestReadStore, withReadStore } from '../../../../test/support/read-store';
import { conditionsOf } from './link-filters';
import { linkOrderMigration, campaignLinksMigration } from './link-order.migration';
import { LinkQueries } from './link.queries';

const NEWEST = { sort: 'created_at', order: 'desc' } as const;
const ONE = { page: 1, limit: 1 } as const;

let test: TestReadStore;
let queries: LinkQueries;

beforeAll(async () => {
  test = await withReadStore([clickCountersSchema, linkOrderMigration, campaignLinksMigration]);
  queries = new LinkQueries(test.store);
});
afterAll(() => test.close());

describe('the total of a list', () => {
  it('is exact without filters, and with filters up to 10,000', async () => {
    const workspace = await test.workspace('pro');
    await makeLinks(workspace, 10_000);
    expect(await totalOf(workspace, {})).toEqual({ total: 10_000 });
    expect(await totalOf(workspace, { search: 'EXAMPLE' })).toEqual({ total: 10_000 });
    await makeLinks(workspace, 1);
    expect(await totalOf(workspace, {})).toEqual({ total: 10_001 });
    expect(await totalOf(workspace, { search: 'EXAMPLE' })).toEqual({ total: 10_000, total_is: 'minimum' });
    expect(await queries.count(workspace, { search: 'EXAMPLE', tags_mode: 'any' })).toBe(10_001);
  });

  it.each([{ search: 'EXAMPLE' }, { tags: ['a'] }])(
    'says on full pages beyond 10,000 whether others follow: %j',
    async (filter) => {
      const workspace = await test.workspace('pro');
      const moreAfter = async (page: number, limit: number) => {
        const filters = { tags_mode: 'any', ...filter } as const;
        const { rows, total_is, more } = await queries.list(workspace, filters, NEWEST, { page, limit });
        expect([rows.length, total_is]).toEqual([limit, 'minimum']);
        return more;
      };
      await makeLinks(workspace, 10_001, null, ['a']);
      // 73 times 137 is 10,001.
      expect([await moreAfter(136, 73), await moreAfter(137, 73)]).toEqual([undefined, false]);
      await makeLinks(workspace, 1, null, ['a']);
      expect(await moreAfter(137, 73)).toBe(true);
    },
  );

  it('of a search in blocks of texts is the same, and so are its links', async () => {
    const workspace = await test.workspace('pro');
    await makeLinks(workspace, 10_001);
    const archived =
      "update links set archived_at = now(), title = 'Old' where id = any(array(select id from links limit 7))";
    await test.owner.query(archived.replace('limit', `where workspace_id = '${workspace}' limit`));
    const answers = async () => {
      const found: unknown[] = [];
      for (const search of ['EXAMPLE', 'old', 'none'])
        for (const status of [undefined, 'archived']) {
          const filters = { tags_mode: 'any', search, ...(status && { status }) } as const;
          const { rows, ...total } = await queries.list(workspace, filters, NEWEST, { page: 1, limit: 10 });
          found.push({ ids: rows.map(({ id }) => id), ...total, count: await queries.count(workspace, filters) });
        }
      return found;
    };
    const plain = await answers();
    const { signal } = new AbortController();
    expect(await buildLinkTexts({ pool: test.store.system, signal, from: 10_000 })).toBeGreaterThanOrEqual(10_001);
    expect(await answers()).toEqual(plain);
  });

  it('of a tag is a count that is kept, and its links by clicks come from the counters', async () => {
    const workspace = await test.workspace('pro');
    await makeLinks(workspace, 10_001, null, ['a', 'b']);
    const { rows: clicked } = await test.owner.query<{ link_id: string }>(
      `insert into link_counters (link_id, workspace_id, clicks, unique_clicks, bot_clicks, last_clicked_at)
       select id, workspace_id, row_number() over (order by id), 1, 0, now() from links where workspace_id = $1 limit 3
       returning link_id`,
      [workspace],
    );
    const ids = clicked.map(({ link_id }) => link_id).sort();
    for (const filters of [{ tags: ['a'] }, { tags: ['a', 'b'] }, { tags: ['b', 'a'], tags_mode: 'all' as const }]) {
      const order = { sort: 'clicks', order: 'desc' } as const;
      const { rows, ...total } = await queries.list(workspace, { tags_mode: 'any', ...filters }, order, {
        page: 1,
        limit: 3,
      });
      expect(rows.map(({ id }) => id).sort()).toEqual(ids);
      expect(total).toEqual({ total: 10_000, total_is: 'minimum' });
    }
    expect(await queries.count(workspace, { tags: ['a'], tags_mode: 'any' })).toBe(10_001);
  });
});

describe('the links of a campaign', () => {
  it('are those with its id, of this workspace, by an index', async () => {
    const [workspace, other] = [await test.workspace('pro'), await test.workspace('pro')];
    await makeLinks(workspace, 3, 'cmp_1');
    await makeLinks(workspace, 500, 'cmp_2');
    await makeLinks(workspace, 500);
    await makeLinks(other, 2, 'cmp_1');
    const filters = { tags_mode: 'any', campaign_id: 'cmp_1' } as const;
    const { rows, total } = await queries.list(workspace, filters, NEWEST, { page: 1, limit: 100 });
    expect([rows.length, total]).toEqual([3, 3]);
    expect(new Set(rows.map(({ campaign_id, workspace_id }) => [campaign_id, workspace_id].join()))).toEqual(
      new Set([`cmp_1,${workspace}`]),
    );
    await test.owner.query('analyze links');
    const plan = await test.store.inWorkspace(workspace, async (client) => {
      const { text, values } = conditionsOf(workspace, filters).where;
      // Whether the index may serve, and not what few rows cost.
      await client.query('set local enable_seqscan = off');
      return client.query<{ 'QUERY PLAN': string }>(`explain select from links l where ${text}`, [...values]);
    });
    expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('links_in_campaign');
  });
});

describe('a link whose id is known', () => {
  it('is looked up by it, and by no index of its workspace, which without statistics seems as good', async () => {
    const workspace = await test.workspace('pro');
    const { text, values } = conditionsOf(workspace, { tags_mode: 'any', search: 'x' }).whereKnown;
    const { rows } = await test.store.inWorkspace(workspace, async (client) => {
      await client.query('set local enable_seqscan = off');
      return client.query<{ 'QUERY PLAN': string }>(`explain select from links l where ${text}`, [...values]);
    });
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('Index Cond');
  });
});

const totalOf = async (workspace: string, filters: { search?: string }) => {
  const { rows, ...total } = await queries.list(workspace, { tags_mode: 'any', ...filters }, NEWEST, ONE);
  expect(rows).toHaveLength(1);
  return total;
};

const makeLinks = (workspace: string, count: number, campaign: string | null = null, tags: readonly string[] = []) =>
  test.owner.query(
    `insert into links (id, workspace_id, domain_id, domain, alias, destination_url, campaign_id, tags,
        created_at, updated_at, created_by, revision)
     select 'link_' || gen_random_uuid(), $1, 'dom_default', 'go.test', gen_random_uuid(), 'https://example.com/', $3, $4,
       now(), now(), '{}', 0
     from generate_series(1, $2::int)`,
    [workspace, count, campaign, tags],
  );
