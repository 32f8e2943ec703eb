import { MIGRATIONS } from '@platform/process';
import { type Plan, explaining, rowsRead } from '../../../../test/support/plans';
import { type TestReadStore, insert, withReadStore } from '../../../../test/support/read-store';
import { DomainQueries } from '../domains/domain.queries';
import { gatewayMigrations } from '../gateway.module';
import { LinkQueries } from './link.queries';

const MANY = 6_000;
const AT = '2026-02-01T00:00:00.000Z';

let test: TestReadStore;
beforeAll(async () => {
  test = await withReadStore([...MIGRATIONS, ...gatewayMigrations]);
});
afterAll(() => test.close());

let plans: Plan[];
let queries: LinkQueries;
beforeEach(() => {
  plans = [];
  queries = new LinkQueries(explaining(test.store, plans));
});
const mostRead = () => Math.max(...plans.map(rowsRead));

const link = {
  ...{ domain_id: 'dom_default', domain: 'go.test', destination_url: 'https://example.com/', created_by: {}, tags: [] },
  ...{ redirect_type: 302, forward_query: true, revision: 0, updated_at: AT },
};

/** Writes links, each made after the one before; in the values, `$n` stands for the number of each. */
const fill = async (workspace: string, name: string, values: object, count = MANY): Promise<void> => {
  const row = { ...link, id: `link_${name}$n`, alias: `${name}$n`, ...values };
  const columns = [...Object.keys(row), 'workspace_id'].join(', ');
  await test.owner.query(
    `insert into links (${columns}, created_at)
     select ${columns}, coalesce((select max(created_at) from links), '${AT}'::timestamptz) + n * interval '1 second'
     from generate_series(1, $3::int) as n,
       jsonb_populate_record(null::links, replace($1, '$n', n::text)::jsonb || jsonb_build_object('workspace_id', $2::text)) as r`,
    [JSON.stringify(row), workspace, count],
  );
  await test.owner.query('analyze links');
};

const NEWEST = { sort: 'created_at', order: 'desc' } as const;
const PAGE = { page: 1, limit: 25 } as const;

describe('of a campaign and of a custom domain, thousands of whose links were deleted unknown to statistics', () => {
  const workspace = 'ws_1';
  const scoped = { domain_id: 'dom_1', domain: 'b.test', campaign_id: 'cmp_1' };
  const before = { start: 0, end: Date.parse(AT) };
  beforeAll(async () => {
    await fill(workspace, 'other', {});
    await fill(workspace, 'member', scoped);
    await fill(workspace, 'kept', scoped, 2);
    const domain = { hostname: 'b.test', token: 't', status: 'verified', created_at: AT, updated_at: AT, revision: 0 };
    await insert(test.owner, 'domains', { ...domain, id: 'dom_1', workspace_id: workspace });
    await test.owner.query(`update links set deleted_at = '${AT}' where id like 'link_member%'`);
  });

  it.each([
    ['a campaign', { campaign_id: 'cmp_1' }],
    ['a domain', { domain: 'b.test' }],
  ])('a page of %s, and its total, reads none of these', async (_, scope) => {
    const { rows, total } = await queries.list(workspace, { tags_mode: 'any', ...scope }, NEWEST, PAGE);
    expect({ rows: rows.length, total }).toEqual({ rows: 2, total: 2 });
    expect(mostRead()).toBeLessThan(100);
  });

  it.each([
    ['a campaign', { campaign: 'cmp_1' }, MANY + 2],
    ['a domain', { domain: 'dom_1' }, MANY + 2],
    ['the installation’s domain', { domain: 'dom_default' }, MANY],
  ])('the links of %s that were made within a time are counted without a look at others', async (_, scope, all) => {
    const ever = { start: before.end, end: before.end + 1e9 };
    expect(await queries.createdWithin(workspace, [ever], scope)).toEqual([all]);
    plans.length = 0;
    expect(await queries.createdWithin(workspace, [before], scope)).toEqual([0]);
    expect(mostRead()).toBeLessThan(100);
  });

  it('whether a domain has any that is not deleted is known without a look at those that are', async () => {
    const domains = new DomainQueries(explaining(test.store, plans));
    expect(await domains.isInUse(workspace, 'dom_1')).toBe(true);
    await test.owner.query(`update links set deleted_at = '${AT}' where id like 'link_kept%'`);
    expect(await domains.isInUse(workspace, 'dom_1')).toBe(false);
    expect(mostRead()).toBeLessThan(100);
  });
});

describe('among thousands of deleted links', () => {
  const workspace = 'ws_2';
  beforeAll(async () => {
    await fill(workspace, 'active', {}, 4);
    await fill(workspace, 'disabled', { disabled_at: AT }, 3);
    await fill(workspace, 'archived', { archived_at: AT }, 2);
    await fill(workspace, 'gone', { deleted_at: AT, disabled_at: AT });
    await fill(workspace, 'left', { deleted_at: AT, archived_at: AT });
  });

  it.each([
    ['all others', undefined, 9],
    ['the active ones', 'active', 4],
    ['the disabled ones', 'disabled', 3],
    ['the archived ones', 'archived', 2],
  ])('a page of %s, and their total, reads none of these', async (_, status, total) => {
    const filters = { tags_mode: 'any', ...(status && { status }) } as const;
    const listed = await queries.list(workspace, filters, NEWEST, PAGE);
    expect({ rows: listed.rows.length, total: listed.total }).toEqual({ rows: total, total });
    expect(mostRead()).toBeLessThan(100);
  });
});

describe('the expired ones', () => {
  const workspace = 'ws_3';
  beforeAll(async () => {
    await fill(workspace, 'ended', { expires_at: AT }, 4);
    await fill(workspace, 'both', { expires_at: AT, click_limit: 5, limit_reached: 5 }, 3);
    await fill(workspace, 'full', { click_limit: 5, limit_reached: 5, expires_at: '2099-01-01T00:00:00Z' }, 2);
    await fill(workspace, 'later', { expires_at: '2099-01-01T00:00:00Z' });
    await fill(workspace, 'expired_and_gone', { expires_at: AT, deleted_at: AT });
    await fill(workspace, 'archive', { expires_at: AT, archived_at: AT });
  });

  it.each([
    [NEWEST, 9],
    [{ sort: 'clicks', order: 'asc' }, 9],
  ] as const)(
    'among thousands that expire later, or are deleted, are found without a look at these',
    async (order, all) => {
      const filters = { tags_mode: 'any', status: 'expired' } as const;
      const { rows, total } = await queries.list(workspace, filters, order, PAGE);
      expect({ rows: new Set(rows.map(({ id }) => id)).size, total }).toEqual({ rows: all, total: all });
      expect(await queries.count(workspace, filters)).toBe(all);
      expect(mostRead()).toBeLessThan(100);
    },
  );
});

describe('links without a click', () => {
  const workspace = 'ws_4';
  beforeAll(async () => {
    // More than are sorted at once.
    await fill(workspace, '0unclicked', {}, 10_500);
    await test.owner.query(
      `insert into link_counters (link_id, workspace_id, clicks, last_clicked_at)
       select id, workspace_id, 1, '${AT}' from links where workspace_id <> $1`,
      [workspace],
    );
    await test.owner.query('analyze link_counters');
  });

  it.each(['clicks', 'last_clicked_at'] as const)('are listed by %s without a look at all of them', async (sort) => {
    const { rows } = await queries.list(workspace, { tags_mode: 'any' }, { sort, order: 'asc' }, PAGE);
    expect(rows).toHaveLength(PAGE.limit);
    expect(mostRead()).toBeLessThan(500);
  });
});

describe('a link of the same destination', () => {
  it('is found without a look at those that are deleted', async () => {
    const workspace = 'ws_5';
    const destination_url = 'https://example.com/same';
    const wanted = { domain: 'go.test', destination_url };
    await fill(workspace, 'elsewhere', {});
    await fill(workspace, 'same_and_gone', { destination_url, deleted_at: AT });
    expect(await queries.identical(workspace, wanted)).toBeNull();
    await fill(workspace, 'same', { destination_url }, 2);
    expect(await queries.identical(workspace, wanted)).toMatchObject({ id: 'link_same1' });
    expect(mostRead()).toBeLessThan(100);
  });
});
