import { aClick, clickPipeline, type ClickPipeline, withClickCounters } from '../../../../test/support/click-pipeline';
import { endPrograms, eventually, testFolder } from '../../../../test/support/programs';

// Before the folder goes in which it writes.
afterAll(endPrograms);
const folder = testFolder();
let shared: Awaited<ReturnType<typeof withClickCounters>>;
let clicks: ClickPipeline;

beforeAll(async () => {
  shared = await withClickCounters();
  clicks = clickPipeline(folder, shared.database);
  await shared.database.query(`insert into workspaces (id, name, plan, created_at, updated_at, deleted_at, revision)
    select 'ws_' || name, name, 'pro', now(), now(), case name when 'kept' then null else now() end, 0
    from unnest(array['kept', 'deleted', 'purged']) as name`);
  await clicks.start();
});
afterAll(async () => {
  await clicks.close();
  await shared.close();
});

const counts = () =>
  clicks.client.rows('SELECT workspace_id AS id, count()::UInt32 AS n FROM clicks GROUP BY id ORDER BY id');
const write = (...names: string[]) =>
  clicks.write(names.map((name) => aClick({ workspace_id: `ws_${name}`, link_id: `link_${name}` })));

describe('the clicks of a purged workspace', () => {
  it('are deleted by the loader, and no others', async () => {
    await write('kept', 'deleted', 'purged', 'purged');
    await eventually(async () =>
      expect(await counts()).toEqual([
        { id: 'ws_deleted', n: 1 },
        { id: 'ws_kept', n: 1 },
        { id: 'ws_purged', n: 2 },
      ]),
    );
    await shared.database.query("update workspaces set purged_at = now() where id = 'ws_purged'");
    await eventually(async () =>
      expect(await counts()).toEqual([
        { id: 'ws_deleted', n: 1 },
        { id: 'ws_kept', n: 1 },
      ]),
    );
  });

  it('that are loaded late are not an error, and are deleted in a later round', async () => {
    await write('purged', 'kept');
    // Both are of one insert, and the next round may come at any time.
    await eventually(async () => expect(await counts()).toContainEqual({ id: 'ws_kept', n: 2 }));
    await shared.database.query("update workspaces set purged_at = now() where id = 'ws_deleted'");
    await eventually(async () => expect(await counts()).toEqual([{ id: 'ws_kept', n: 2 }]));
  });
});
