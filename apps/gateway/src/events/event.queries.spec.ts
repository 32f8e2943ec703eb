import { type Plan, explaining, rowsRead, sorts } from '../../../../test/support/plans';
import { type TestReadStore, withReadStore } from '../../../../test/support/read-store';
import { EventQueries } from './event.queries';
import type { ListEventsQuery } from './event.schemas';

const EVENTS = 20_000;
/** So many of them are keys that were revoked, and so many are links that the system made; the others are links. */
const RARE = 4;

let test: TestReadStore;
let queries: EventQueries;
let workspace: string;

beforeAll(async () => {
  test = await withReadStore([]);
  queries = new EventQueries(test.store);
  workspace = await test.workspace('pro');
  // Some at the same instant, so that their order by revision and id counts.
  await test.owner.query(
    `insert into workspace_events (id, workspace_id, at, type, actor_type, actor_id, request_id, resource_id, stream, revision)
     select 'evt_' || n, $1, timestamptz '2026-01-01' + n / 3 * interval '1 second',
       case when n % ${EVENTS / RARE} = 5 then 'api_key.revoked' when n % 3 = 0 then 'link.created' else 'link.updated' end,
       case when n % ${EVENTS / RARE} = 9 then 'system' else 'api_key' end,
       case when n % ${EVENTS / RARE} = 9 then 'scheduler' else 'key_' || n % 7 end,
       case when n < 6000 then 'req_many' else 'req_' || n end, 'lnk_' || n, 'links-' || n, n % 2
     from generate_series(1, ${EVENTS}) n`,
    [workspace],
  );
  await test.owner.query('analyze workspace_events');
});
afterAll(() => test.close());

const pages = async (query: Partial<ListEventsQuery>, most: number): Promise<readonly string[]> => {
  const ids: string[] = [];
  let cursor: ListEventsQuery['cursor'];
  do {
    const { rows, next } = await queries.page(workspace, { limit: 100, ...query, ...(cursor && { cursor }) });
    ids.push(...rows.map(({ id }) => id));
    cursor = next ?? undefined;
  } while (cursor && ids.length < most);
  return ids.slice(0, most);
};

const expected = async (condition: string, most: number): Promise<readonly string[]> => {
  const { rows } = await test.owner.query<{ id: string }>(
    `select id from workspace_events where workspace_id = $1 and ${condition}
     order by at desc, revision desc, id desc limit $2`,
    [workspace, most],
  );
  return rows.map(({ id }) => id);
};

describe('the events of a workspace', () => {
  const minute = { from: new Date('2026-01-01T00:01:00Z'), to: new Date('2026-01-01T00:02:00Z') };
  it.each<[string, Partial<ListEventsQuery>, string]>([
    ['one type', { type: ['api_key.revoked'] }, "type = 'api_key.revoked'"],
    ['several types', { type: ['api_key.*', 'link.created'] }, "type in ('api_key.revoked', 'link.created')"],
    ['all types', { type: ['*'] }, 'true'],
    ['a type and an actor', { type: ['link.created'], actor: 'key_3' }, "type = 'link.created' and actor_id = 'key_3'"],
    [
      'a type within a minute',
      { type: ['link.*'], ...(minute as object) },
      "at >= timestamptz '2026-01-01 00:01:00Z' and at < timestamptz '2026-01-01 00:02:00Z' and type like 'link.%'",
    ],
  ])('of %s come newest first, page by page', async (_, query, condition) => {
    expect(await pages(query, 350)).toEqual(await expected(condition, 350));
  });

  it.each<[string, Partial<ListEventsQuery>, string]>([
    ['an actor', { actor: 'key_3' }, "actor_id = 'key_3'"],
    ['a kind of actor', { actor: 'api_key' }, "actor_type = 'api_key'"],
    ['a rare kind', { actor: 'system' }, "actor_type = 'system'"],
    ['a kind and a type', { actor: 'system', type: ['link.*'] }, "actor_type = 'system' and type like 'link.%'"],
    ['a request', { request_id: 'req_many' }, "request_id = 'req_many'"],
    [
      'a request and a type',
      { request_id: 'req_many', type: ['link.updated'] },
      "request_id = 'req_many' and type = 'link.updated'",
    ],
    [
      'a request and an actor',
      { request_id: 'req_many', actor: 'key_3' },
      "request_id = 'req_many' and actor_id = 'key_3'",
    ],
    ['a request and a kind', { request_id: 'req_many', actor: 'user' }, 'false'],
  ])('of %s come newest first, page by page', async (_, query, condition) => {
    expect(await pages(query, 350)).toEqual(await expected(condition, 350));
  });

  it.each<[string, Partial<ListEventsQuery>, number]>([
    ['a rare type', { type: ['api_key.revoked'] }, RARE],
    ['a rare kind of actor', { actor: 'system' }, RARE],
    ['a frequent type by a rare kind', { actor: 'system', type: ['link.created'] }, 2],
    ['a rare type by a frequent actor', { actor: 'key_1', type: ['api_key.revoked'] }, 0],
    ['a kind of actor and a type that never met', { actor: 'system', type: ['api_key.revoked'] }, 0],
    ['a request of long ago, with many events', { request_id: 'req_many' }, 25],
  ])('of %s are found without those of the others', async (_, query, found) => {
    const plans: Plan[] = [];
    const { rows } = await new EventQueries(explaining(test.store, plans)).page(workspace, { ...query, limit: 25 });
    expect(rows.length).toBe(found);
    expect(plans.map((plan) => rowsRead(plan) < 500)).toEqual([true]);
  });

  it.each([{}, { request_id: 'req_many' }])(
    'are read from an index before their table has statistics: %o',
    async (filter) => {
      await test.owner.query("delete from pg_statistic where starelid = 'workspace_events'::regclass");
      const plans: Plan[] = [];
      const { rows } = await new EventQueries(explaining(test.store, plans)).page(workspace, { ...filter, limit: 25 });
      await test.owner.query('analyze workspace_events');
      expect(rows.length).toBe(25);
      expect(plans.filter(sorts)).toEqual([]);
    },
  );
});
