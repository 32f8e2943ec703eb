import { type TestReadStore, withReadStore } from '../../../../test/support/read-store';
import { EventQueries, newest } from './event.queries';
import type { ListEventsQuery } from './event.schemas';

const EVENTS = 20_000;
/** So many of them are keys that were revoked; the others are links. */
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
       'api_key', 'key_' || n % 7, 'req_' || n, 'lnk_' || n, 'links-' || n, n % 2
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

  it('of a rare type are found without those of the others', async () => {
    const { text, values } = newest(workspace, { type: ['api_key.revoked'], limit: 25 });
    const read = await test.store.inWorkspace(workspace, async (client) => {
      const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
        `explain (analyze, format json) ${text}`,
        [...(values ?? [])],
      );
      return rowsRead(rows[0]!['QUERY PLAN'][0]!.Plan);
    });
    expect(read).toBeGreaterThanOrEqual(RARE);
    expect(read).toBeLessThan(100);
  });
});

interface Plan {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

/** Rows that all steps of a plan had in hand. */
const rowsRead = (plan: Plan): number =>
  (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'] +
  (plan.Plans ?? []).reduce((sum, child) => sum + rowsRead(child), 0);
