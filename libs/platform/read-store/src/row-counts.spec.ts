import { type TestReadStore, withReadStore } from '../../../../test/support/read-store';
import { apiKeyCounts } from './migrations/api-key-counts';

let test: TestReadStore;
beforeAll(async () => {
  test = await withReadStore();
});
afterAll(() => test.close());

/** How rows are made, or made again, in one statement, as projectors and rebuilds write them. */
const WRITING = {
  qr_codes: `insert into qr_codes (id, workspace_id, format, size, level, margin, fg_color, bg_color, created_by, created_at,
       updated_at, revision)
     select id, 'ws_' || left(id, 1), 'png', 256, 'M', 4, '#000000', '#ffffff', '{}', now(), now(), 0
     from unnest($1::text[]) id
     on conflict (id) do update set size = 512`,
  api_keys: `insert into api_keys (id, workspace_id, lineage, name, scope, token_hash, pepper_id, start, created_at,
       created_by, revision)
     select id, 'ws_' || left(id, 1), id, 'CMS', 'read', sha256(id::bytea), 'p1', 'svc_live_abcd', now(), '{}', 0
     from unnest($1::text[]) id
     on conflict (id) do update set revoked_at = now()`,
};
const COUNTS = { qr_codes: ['qr_code_counts', 'codes'], api_keys: ['api_key_counts', 'keys'] } as const;
const TABLES = ['qr_codes', 'api_keys'] as const;
type Table = (typeof TABLES)[number];

const write = (table: Table, ids: readonly string[]) => test.owner.query(WRITING[table], [ids]);

const counted = async (table: Table) => {
  const [counts, column] = COUNTS[table];
  const { rows } = await test.owner.query<{ line: string }>(
    `select workspace_id || ' ' || ${column} as line from ${counts} order by 1`,
  );
  return rows.map(({ line }) => line);
};

it.each(TABLES)(
  '%s are counted as they are made and removed, those of a workspace each, and not when they change',
  async (table) => {
    await write(table, ['a1', 'a2', 'b1']);
    expect(await counted(table)).toEqual(['ws_a 2', 'ws_b 1']);
    await write(table, ['a1', 'a2', 'a3']);
    expect(await counted(table)).toEqual(['ws_a 3', 'ws_b 1']);
    await test.owner.query(`delete from ${table} where id in ('a1', 'a2', 'b1', 'none')`);
    expect(await counted(table)).toEqual(['ws_a 1', 'ws_b 0']);
  },
);

it('keys that an earlier version has made are counted, too', async () => {
  await test.owner.query(`set waymark.workspace = '*';
    drop table api_key_counts; drop function count_api_keys_on_insert, count_api_keys_on_delete cascade;
    drop index api_keys_revoked, api_keys_not_revoked, api_keys_expiring; ${apiKeyCounts.sql}`);
  expect(await counted('api_keys')).toEqual(['ws_a 1']);
  await write('api_keys', ['a4', 'b2']);
  expect(await counted('api_keys')).toEqual(['ws_a 2', 'ws_b 1']);
});
