import { aClickRow, useClicks } from '../../../../test/support/analytics-store';
import { eventually } from '../../../../test/support/programs';
import { purgeClicks } from './index';

describe('a purge', () => {
  const time = '2026-11-21 08:00:00.000';
  const store = useClicks(['ws_clicks', 'ws_kept'].map((workspace_id) => aClickRow(time, { workspace_id })));
  const workspacesOf = async (table: string) =>
    (await store.client.rows<{ id: string }>(`SELECT DISTINCT workspace_id AS id FROM ${table} ORDER BY id`)).map(
      ({ id }) => id,
    );

  it('deletes names of links also where no click is left, and of no other workspace', async () => {
    const names = ['ws_kept', 'ws_names'].map((workspace) => [workspace, 'link_a', 'go.example.com', 'launch']);
    await store.client.insert('link_names (workspace_id, link_id, domain, alias)', names);
    const purged = await purgeClicks(store.client, ['ws_clicks', 'ws_names', 'ws_unknown']);
    expect(purged.toSorted()).toEqual(['ws_clicks', 'ws_names']);
    await eventually(async () => {
      expect(await workspacesOf('clicks')).toEqual(['ws_kept']);
      expect(await workspacesOf('link_names')).toEqual(['ws_kept']);
    });
    expect(await purgeClicks(store.client, ['ws_clicks', 'ws_names'])).toEqual([]);
  });
});
