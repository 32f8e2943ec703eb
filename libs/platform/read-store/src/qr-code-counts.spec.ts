import { type TestReadStore, withReadStore } from '../../../../test/support/read-store';

let test: TestReadStore;
beforeAll(async () => {
  test = await withReadStore();
});
afterAll(() => test.close());

/** As projectors and rebuilds write: some made, or made again, in one statement. */
const write = (ids: readonly string[]) =>
  test.owner.query(
    `insert into qr_codes (id, workspace_id, format, size, level, margin, fg_color, bg_color, created_by, created_at,
       updated_at, revision)
     select id, 'ws_' || left(id, 1), 'png', 256, 'M', 4, '#000000', '#ffffff', '{}', now(), now(), 0
     from unnest($1::text[]) id
     on conflict (id) do update set size = 512`,
    [ids],
  );

const counted = async () => {
  const { rows } = await test.owner.query<{ line: string }>(
    "select workspace_id || ' ' || codes as line from qr_code_counts order by 1",
  );
  return rows.map(({ line }) => line);
};

it('QR codes are counted as they are made and removed, those of a workspace each, and not when they change', async () => {
  await write(['a1', 'a2', 'b1']);
  expect(await counted()).toEqual(['ws_a 2', 'ws_b 1']);
  await write(['a1', 'a2', 'a3']);
  expect(await counted()).toEqual(['ws_a 3', 'ws_b 1']);
  await test.owner.query("delete from qr_codes where id in ('a1', 'a2', 'b1', 'none')");
  expect(await counted()).toEqual(['ws_a 1', 'ws_b 0']);
});
