import fc from 'fast-check';
import { type TestReadStore, withReadStore } from '../../../../test/support/read-store';

let test: TestReadStore;
beforeAll(async () => {
  test = await withReadStore();
});
afterAll(() => test.close());
beforeEach(() => test.owner.query('delete from links'));

const DAY = ['2026-01-01T09:59:59.999Z', '2026-01-01T10:00:00.000Z', '2026-01-01T10:30:00.000Z'];

/** A row of `links`, as far as it is counted. Its place of creation never changes. */
const row = fc.record({
  id: fc.constantFrom('link_1', 'link_2', 'link_3', 'link_4'),
  tags: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }),
  campaign_id: fc.constantFrom(null, 'cmp_1', 'cmp_2'),
  deleted_at: fc.constantFrom(null, '2026-02-01T00:00:00.000Z'),
  archived_at: fc.constantFrom(null, '2026-02-01T00:00:00.000Z'),
});
type Row = typeof row extends fc.Arbitrary<infer R> ? R : never;

/** One statement, as projectors and rebuilds write: some rows made or changed, others removed. */
const step = fc.record({
  rows: fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 4 }),
  removed: fc.subarray(['link_1', 'link_2', 'link_3', 'link_4']),
});

const workspaceOf = ({ id }: Row) => (id === 'link_4' ? 'ws_2' : 'ws_1');
const createdAt = ({ id }: Row) => DAY[Number(id.at(-1)) % DAY.length]!;

const write = (rows: readonly Row[], removed: readonly string[]) =>
  test.owner.query(
    `with written as (
       insert into links (id, workspace_id, domain_id, domain, alias, destination_url, tags, campaign_id, deleted_at,
         archived_at, created_at, updated_at, created_by, revision)
       select id, workspace_id, 'dom_default', 'go.test', id, 'https://example.com/', tags, campaign_id, deleted_at,
         archived_at, created_at, created_at, '{}', 0
       from json_populate_recordset(null::links, $1::json)
       on conflict (id) do update set tags = excluded.tags, campaign_id = excluded.campaign_id,
         deleted_at = excluded.deleted_at, archived_at = excluded.archived_at
     ), gone as (delete from links where id = any($2::text[])) select`,
    [
      JSON.stringify(rows.map((one) => ({ ...one, workspace_id: workspaceOf(one), created_at: createdAt(one) }))),
      removed.filter((id) => !rows.some((one) => one.id === id)),
    ],
  );

const counted = async () => {
  const { rows } = await test.owner.query<{ line: string }>(
    "select concat_ws(' ', workspace_id, kind, key, links) as line from link_counts",
  );
  return rows.map(({ line }) => line).sort();
};

const tagged = async () => {
  const { rows } = await test.owner.query<{ line: string }>(
    "select concat_ws(' ', workspace_id, tag, link_id, to_json(created_at)) as line from link_tags",
  );
  return rows.map(({ line }) => line).sort();
};

const expectedCounts = (rows: readonly Row[]): string[] => {
  const counts = new Map<string, number>();
  for (const one of rows) {
    const live = one.deleted_at ? [] : ['live ', ...one.tags.map((tag) => `tag ${tag}`)];
    const campaign = one.deleted_at || !one.campaign_id ? [] : [`campaign ${one.campaign_id}`];
    for (const place of [...live, ...campaign, `hour ${createdAt(one).slice(0, 13)}`])
      counts.set(`${workspaceOf(one)} ${place}`, (counts.get(`${workspaceOf(one)} ${place}`) ?? 0) + 1);
  }
  return [...counts].map(([place, links]) => `${place} ${links}`).sort();
};

const expectedTags = (rows: readonly Row[]): string[] =>
  rows
    .filter(({ deleted_at }) => !deleted_at)
    .flatMap((one) => one.tags.map((tag) => `${workspaceOf(one)} ${tag} ${one.id}`))
    .sort();

describe('counts and tags of links', () => {
  it('follow the rows, whatever one statement makes, changes and removes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
        await test.owner.query('delete from links');
        const rows = new Map<string, Row>();
        for (const { rows: written, removed } of steps) {
          await write(written, removed);
          for (const id of removed) if (!written.some((one) => one.id === id)) rows.delete(id);
          for (const one of written) rows.set(one.id, one);
        }
        expect(await counted()).toEqual(expectedCounts([...rows.values()]));
        expect((await tagged()).map((line) => line.slice(0, line.lastIndexOf(' ')))).toEqual(
          expectedTags([...rows.values()]),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('are undone with their transaction, and leave nothing of links that are gone', async () => {
    const client = await test.owner.connect();
    await client.query('begin');
    await client.query(
      `insert into links (id, workspace_id, domain_id, domain, alias, destination_url, tags, created_at, updated_at,
         created_by, revision)
       values ('link_9', 'ws_1', 'dom_default', 'go.test', 'x', 'https://example.com/', '{a}', now(), now(), '{}', 0)`,
    );
    expect((await client.query('select from link_counts')).rowCount).toBe(3);
    await client.query('rollback');
    client.release();
    expect([await counted(), await tagged()]).toEqual([[], []]);
  });

  it('are of one workspace each', async () => {
    await write([{ id: 'link_1', tags: ['a'], campaign_id: null, deleted_at: null, archived_at: null }], []);
    const seen = (workspace: string) =>
      test.store.inWorkspace(workspace, async (client) => {
        const { rows } = await client.query<{ n: number }>(
          'select ((select count(*) from link_counts) + (select count(*) from link_tags))::int as n',
        );
        return rows[0]?.n;
      });
    expect([await seen('ws_1'), await seen('ws_2')]).toEqual([4, 0]);
  });
});
