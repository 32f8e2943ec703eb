import { type TestReadStore, withReadStore } from '../../../../test/support/read-store';
import {
  enqueue,
  enqueuePing,
  keepLog,
  listDeliveries,
  retryDelivery,
  webhookDeliveryCounts,
  webhookReplayed,
  webhookLog,
  webhookLogLock,
  webhookPartitions,
} from '.';

const DAY = 24 * 3_600_000;
/** No day of the machine's own, for which the migration makes partitions. */
const TODAY = new Date('2016-11-22T12:00:00.000Z');
const daysAgo = (days: number): Date => new Date(TODAY.getTime() - days * DAY);

let test: TestReadStore;

beforeAll(async () => {
  test = await withReadStore([webhookLog, webhookLogLock, webhookDeliveryCounts, webhookReplayed, webhookPartitions]);
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
    enqueue(client, { messages: [message], deliveries, mode: 'once' }).then(({ queued }) => queued),
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

  it('gets partitions also while nothing may be forgotten, as by a clock that may be ahead', async () => {
    for (const days of [60, 100]) {
      const day = new Date(TODAY.getTime() + days * DAY);
      await test.freeze(day);
      await queue(day, 'ws_kept');
      await keepLog(test.store.system, false);
    }
    const [earlier, later] = ['webhook_deliveries_20170121', 'webhook_deliveries_20170302'];
    expect(await partitionsOf('webhook_deliveries')).toEqual(expect.arrayContaining([earlier, later]));
    const inDefault = "select from webhook_deliveries_default where workspace_id = 'ws_kept'";
    expect([await listed('ws_kept'), (await test.owner.query(inDefault)).rowCount]).toEqual([2, 0]);
    await keepLog(test.store.system);
    expect(await partitionsOf('webhook_deliveries')).not.toContain(earlier);
    expect(await listed('ws_kept')).toBe(1);
  });

  it('lets the application keep no other table', async () => {
    await expect(test.store.system.query("select keep_webhook_log('links')")).rejects.toThrow(
      'links is no table of the webhook log',
    );
  });
});

/** Webhook, UTC day and how many deliveries it has of it: as they are counted, and as they are. */
const counts = async () => {
  const line = "concat_ws(' ', webhook_id, workspace_id, day, deliveries) as line";
  const counted = `select ${line} from webhook_delivery_counts where deliveries > 0`;
  const real = `select ${line} from (
    select webhook_id, workspace_id, (created_at at time zone 'UTC')::date as day, count(*) as deliveries
    from webhook_deliveries group by 1, 2, 3) d`;
  const [kept, actual] = await Promise.all(
    [counted, real].map(async (text) =>
      (await test.owner.query<{ line: string }>(text)).rows.map((row) => row.line).sort(),
    ),
  );
  return { kept, actual };
};
const expectRight = async (most: number) => {
  const { kept, actual } = await counts();
  expect(kept).toEqual(actual);
  expect(actual?.length).toBeGreaterThanOrEqual(most);
};

describe('the counts of deliveries', () => {
  const workspaceId = 'ws_counted';
  const webhookId = `whk of ${workspaceId}`;
  const ping = (id: string) =>
    test.store.inWorkspace(workspaceId, (client) =>
      enqueuePing(client, { id, workspaceId, webhookId, now: TODAY.toISOString() }),
    );

  it('are those of the rows, however they are queued, attempted, retried and undone', async () => {
    await test.freeze(TODAY);
    const messages = [1, 2, 3].map((hours) => messageAt(new Date(TODAY.getTime() - hours * 3_600_000), workspaceId));
    const deliveries = messages.flatMap(({ event_id }) =>
      [webhookId, 'whk other'].map((webhook_id, nth) => ({ webhook_id, event_id, skipped: nth === 1 })),
    );
    const queueing = (mode: 'once' | 'replayed') =>
      test.store.inWorkspace(workspaceId, (client) => enqueue(client, { messages, deliveries, mode }));
    await queueing('once');
    await queueing('once');
    await queueing('replayed');
    const pinged = await ping('0198b3f0-0000-7000-8000-000000000001');
    await ping('0198b3f0-0000-7000-8000-000000000001');
    await expectRight(2);
    expect(await listed(workspaceId)).toBe(7);
    await test.store.inWorkspace(workspaceId, (client) =>
      retryDelivery(client, { workspaceId, webhookId, id: pinged?.id ?? '' }),
    );
    await test.owner.query("update webhook_deliveries set status = 'delivered', next_attempt_at = null");
    await expect(
      test.store.inWorkspace(workspaceId, async (client) => {
        await enqueue(client, { messages, deliveries, mode: 'always' });
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    await expectRight(2);
    expect(await listed(workspaceId)).toBe(7);
  });

  it('go with the rows of a day, and stay when rows move to the partition of their day', async () => {
    await test.freeze(new Date(TODAY.getTime() + 40 * DAY));
    await queue(new Date(TODAY.getTime() + 40 * DAY), workspaceId);
    await expectRight(1);
    await keepLog(test.store.system);
    await expectRight(1);
    expect(await listed(workspaceId)).toBe(1);
  });

  it('are made from the rows that an earlier version has left', async () => {
    const before = await counts();
    await test.owner.query(`set waymark.workspace = '*';
      drop table webhook_delivery_counts; drop function count_webhook_deliveries cascade;
      drop index webhook_deliveries_of_status, webhook_deliveries_of_type; ${webhookDeliveryCounts.sql}`);
    expect(await counts()).toEqual({ kept: before.actual, actual: before.actual });
    await queue(new Date(TODAY.getTime() + 40 * DAY + 1), workspaceId);
    await expectRight(1);
  });
});
