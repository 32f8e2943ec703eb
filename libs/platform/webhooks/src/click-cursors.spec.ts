import { type TestReadStore, insert, withReadStore } from '../../../../test/support/read-store';
import {
  type ClickAdvance,
  CursorMoved,
  advanceClickCursors,
  forgetClickCursors,
  readClickCursors,
} from './click-cursors';
import { webhookClickCursors } from './click-cursors.schema';
import { beginFold, endFold } from './fold-anew';
import { webhookLog } from './webhook-log.schema';

let test: TestReadStore;
let workspaceId: string;
beforeAll(async () => {
  test = await withReadStore([webhookLog, webhookClickCursors]);
  workspaceId = await test.workspace('pro');
});
afterAll(() => test.close());

const NOW = Date.UTC(2026, 10, 22);
const move = (source: string, from: number, seq: number, at = NOW): ClickAdvance => ({ source, from, to: { seq, at } });
const advance = (webhookId: string, ...moves: readonly ClickAdvance[]) =>
  test.store.inWorkspace(workspaceId, (client) => advanceClickCursors(client, { webhookId, workspaceId }, moves));
const cursors = async (webhookId: string) =>
  Object.fromEntries((await readClickCursors(test.store.system, [webhookId])).get(webhookId) ?? []);

describe('the cursors of a webhook', () => {
  it('move from where they are known to be', async () => {
    await advance('whk_1', move('a', 0, 5), move('b', 0, 1));
    await advance('whk_1', move('a', 5, 9, NOW + 7), move('c', 0, 2));
    expect(await cursors('whk_1')).toEqual({
      a: { seq: 9, at: NOW + 7 },
      b: { seq: 1, at: NOW },
      c: { seq: 2, at: NOW },
    });
  });

  it('never go back in time, though the clock of their source does', async () => {
    await advance('whk_2', move('a', 0, 5));
    await advance('whk_2', move('a', 5, 6, NOW - 9_000));
    expect(await cursors('whk_2')).toEqual({ a: { seq: 6, at: NOW } });
  });

  it('move all or none, and not at all where another process has moved one', async () => {
    await advance('whk_3', move('a', 0, 5));
    for (const moves of [
      [move('b', 0, 1), move('a', 0, 5)],
      [move('b', 0, 1), move('a', 4, 7)],
      [move('a', 5, 7), move('b', 3, 4)],
    ])
      await expect(advance('whk_3', ...moves)).rejects.toThrow(CursorMoved);
    expect(await cursors('whk_3')).toEqual({ a: { seq: 5, at: NOW } });
  });

  it('move for one of two that race', async () => {
    for (const [seq, from] of [
      [4, 0],
      [8, 4],
    ] as const) {
      const raced = await Promise.allSettled(Array.from({ length: 8 }, () => advance('whk_4', move('a', from, seq))));
      expect(raced.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
  });

  it('are forgotten with their webhook, and where their clicks are too old', async () => {
    await test.owner.query(
      "insert into webhook_subscriptions (id, workspace_id, stream, webhook) values ('whk_5', $1, 'webhook-5', '{}')",
      [workspaceId],
    );
    await advance('whk_5', move('old', 0, 5, NOW - 1), move('new', 0, 5));
    await advance('whk_gone', move('new', 0, 5));
    await forgetClickCursors(test.store.system, new Map([['whk_5', NOW]]));
    expect([await cursors('whk_5'), await cursors('whk_gone')]).toEqual([{ new: { seq: 5, at: NOW } }, {}]);
  });

  it('are kept while webhooks are folded anew', async () => {
    const lane = { webhook_id: 'whk_6', workspace_id: workspaceId, healthy_at: new Date(NOW) };
    await insert(test.owner, 'webhook_lanes', lane);
    await advance('whk_6', move('a', 0, 5));
    await beginFold(test.store.system, 5n);
    await forgetClickCursors(test.store.system, new Map());
    expect(await cursors('whk_6')).toEqual({ a: { seq: 5, at: NOW } });
    await endFold(test.store.system);
    await forgetClickCursors(test.store.system, new Map());
    expect(await cursors('whk_6')).toEqual({});
  });
});
