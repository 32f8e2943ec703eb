import { type TestReadStore, withReadStore } from '../../../../test/support/read-store';
import { enqueue, keepLog, listDeliveries, webhookLog, webhookLogLock } from '.';

const DAY = 24 * 3_600_000;
/** No day of the machine's own, for which the migration makes partitions. */
const TODAY = new Date('2016-11-22T12:00:00.000Z');
const daysAgo = (days: number): Date => new Date(TODAY.getTime() - days * DAY);

let test: TestReadStore;

beforeAll(async () => {
  test = await withReadStore([webhookLog, webhookLogLock]);
});
afterAll(() => test.close());

const partitionsOf = async (table: string): Promise<readonly string[]> => {
  const { rows } = await test.owner.query<{ name: string }>(
    'select relname as name from pg_inherits join pg_class on oid = inhrelid where inhparent = $1::regclass order by 1',
    [table],
  );
  return rows.map(({ name }) => name);
};
const messageAt = (at: Date, workspace: string) => {
  const [event_id, created_at] = [`evt_${at.getTime()}`, at.toISOString()];
  const event = {
    event_id,
    workspace_id: workspace,
    type: 'link.created',
    stream: 'link-a',
    revision: '0',
    created_at,
  };
  return { ...event, body: JSON.stringify({ id: event_id }) };
};
const queue = (at: Date, workspace: string) => {
  const message = messageAt(at, workspace);
  const deliveries = [{ webhook_id: `whk of ${workspace}`, event_id: message.event_id }];
  return test.store.inWorkspace(workspace, (client) =>
    enqueue(client, { messages: [message], deliveries, mode: 'once' }),
  );
};
const listed = async (workspace: string): Promise<number> => {
  const list = { workspaceId: workspace, webhookId: `whk of ${workspace}`, page: 1, limit: 100 };
  return (await test.store.inWorkspace(workspace, (client) => listDeliveries(client, list))).total;
};

describe('the log of webhooks', () => {
  it('has partitions for today and three days more, and loses those that are 30 days old', async () => {
    await test.freeze(daysAgo(40));
    await keepLog(test.store.system);
    await queue(daysAgo(40), 'ws_old');
    expect(await listed('ws_old')).toBe(1);
    await test.freeze(daysAgo(10));
    await keepLog(test.store.system);
    await queue(daysAgo(10), 'ws_old');
    expect(await listed('ws_old')).toBe(2);
    await test.freeze(TODAY);
    await keepLog(test.store.system);
    expect(await listed('ws_old')).toBe(1);
    const days = (await partitionsOf('webhook_deliveries')).filter((name) => /\d$/.test(name));
    const ahead = ['22', '23', '24', '25'].map((day) => `webhook_deliveries_201611${day}`);
    // The migration has made those of the machine's own day.
    expect(days).toEqual(expect.arrayContaining(ahead));
    expect(days.every((name) => name >= 'webhook_deliveries_20161023')).toBe(true);
    expect(await partitionsOf('webhook_messages')).toContain('webhook_messages_20161013');
  });

  it('keeps a row of a day that has no partition yet, and moves it there', async () => {
    await test.freeze(new Date(TODAY.getTime() + 20 * DAY));
    await queue(new Date(TODAY.getTime() + 20 * DAY), 'ws_ahead');
    const inDefault = async (): Promise<number> =>
      (await test.owner.query('select from webhook_deliveries_default')).rowCount ?? 0;
    expect(await inDefault()).toBe(1);
    await keepLog(test.store.system);
    expect([await inDefault(), await listed('ws_ahead')]).toEqual([0, 1]);
    expect(await partitionsOf('webhook_deliveries')).toContain('webhook_deliveries_20161212');
  });

  it('queues a message once, however often it is handed in, and none that is older than 30 days', async () => {
    await test.freeze(TODAY);
    expect([await queue(daysAgo(1), 'ws_once'), await queue(daysAgo(1), 'ws_once')]).toEqual([1, 0]);
    expect(await queue(daysAgo(31), 'ws_once')).toBe(0);
  });

  it('shows a workspace no row of another one, in no partition', async () => {
    await test.freeze(TODAY);
    await queue(daysAgo(0), 'ws_theirs');
    for (const table of [
      'webhook_messages',
      'webhook_deliveries',
      ...(await partitionsOf('webhook_deliveries')),
      ...(await partitionsOf('webhook_messages')),
    ]) {
      const seen = await test.store.inWorkspace('ws_ours', (client) => client.query(`select from ${table}`));
      expect([table, seen.rowCount]).toEqual([table, 0]);
    }
  });

  it('lets the application keep no other table', async () => {
    await expect(test.store.system.query("select keep_webhook_log('links')")).rejects.toThrow(
      'links is no table of the webhook log',
    );
  });
});
