import { clickCountersSchema } from '@platform/click-counters';
import { type TestReadStore, withReadStore } from '../../../../test/support/read-store';
import { LinkQueries } from './link.queries';

const NEWEST = { sort: 'created_at', order: 'desc' } as const;
const ONE = { page: 1, limit: 1 } as const;

let test: TestReadStore;
let queries: LinkQueries;

beforeAll(async () => {
  test = await withReadStore([clickCountersSchema]);
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
});

const totalOf = async (workspace: string, filters: { search?: string }) => {
  const { rows, ...total } = await queries.list(workspace, { tags_mode: 'any', ...filters }, NEWEST, ONE);
  expect(rows).toHaveLength(1);
  return total;
};

const makeLinks = (workspace: string, count: number) =>
  test.owner.query(
    `insert into links (id, workspace_id, domain_id, domain, alias, destination_url, created_at, updated_at,
        created_by, revision)
     select 'link_' || gen_random_uuid(), $1, 'dom_default', 'go.test', gen_random_uuid(), 'https://example.com/',
       now(), now(), '{}', 0
     from generate_series(1, $2::int)`,
    [workspace, count],
  );
