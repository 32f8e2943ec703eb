import { MIGRATIONS } from '@platform/process';
import { type Plan, explaining, rowsRead } from '../../../../test/support/plans';
import { type TestReadStore, withReadStore } from '../../../../test/support/read-store';
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
  const row = { ...link, id: `link_${workspace}_${name}$n`, alias: `${workspace}${name}$n`, ...values };
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

describe('among thousands of deleted links', () => {
  let workspace: string;
  beforeAll(async () => {
    workspace = await test.workspace('pro');
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
