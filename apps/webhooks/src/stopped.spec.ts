import { randomUUID } from 'node:crypto';
import { enqueuePing, requestReplay, retryDelivery } from '@platform/webhooks';
import type { WebhookEvent } from '@contexts/webhooks';
import { eventually } from '../../../test/support/programs';
import { type WebhookEngine, withWebhookEngine } from '../../../test/support/webhook-engine';
import { type WebhookReceiver, startReceiver } from '../../../test/support/webhook-receiver';

let engine: WebhookEngine;
let receiver: WebhookReceiver;
let paths = 0;

beforeAll(async () => {
  [engine, receiver] = [await withWebhookEngine(), await startReceiver()];
});
afterEach(() => engine.stopAll());
afterAll(async () => {
  await receiver.close();
  await engine.close();
});

/** A webhook with a delivery that waits. */
const newWebhook = async () => {
  const [workspaceId, path] = [engine.workspaceId(), `/${(paths += 1)}`];
  const { id: webhookId } = await engine.webhook(workspaceId, receiver.url(path));
  await engine.link(workspaceId);
  await engine.dispatchOnce();
  const change = (event: WebhookEvent) => engine.change(workspaceId, webhookId, event);
  return {
    path,
    webhook: { workspaceId, webhookId },
    disable: () => change({ type: 'WebhookDisabled', data: { webhook_id: webhookId, reason: 'failures' } }),
    enable: () => change({ type: 'WebhookEnabled', data: { webhook_id: webhookId } }),
    remove: () => change({ type: 'WebhookDeleted', data: { webhook_id: webhookId } }),
  };
};
type Made = Awaited<ReturnType<typeof newWebhook>>['webhook'];

const now = async (): Promise<string> => new Date(await engine.now()).toISOString();
const ping = async (webhook: Made) => {
  const asked = { ...webhook, id: randomUUID(), now: await now() };
  await engine.store.inWorkspace(webhook.workspaceId, (client) => enqueuePing(client, asked));
};
const retry = async (webhook: Made) => {
  const [{ id } = { id: '' }] = await engine.deliveries(webhook.webhookId);
  await engine.store.inWorkspace(webhook.workspaceId, (client) => retryDelivery(client, { ...webhook, id }));
};
const replay = async (webhook: Made) => {
  const window = {
    from: '2020-01-01T00:00:00.000Z',
    to: '2100-01-01T00:00:00.000Z',
    types: ['link.created', 'link.updated'],
    matches: () => true,
  };
  const inTransaction = engine.inWorkspace(webhook.workspaceId);
  await requestReplay({ ...webhook, id: randomUUID(), ...window, inTransaction });
};
const outcomes = async ({ webhookId }: Made) =>
  (await engine.deliveries(webhookId)).map(
    ({ type, status, replayed }) => `${type} ${status}${replayed ? ' again' : ''}`,
  );

describe('what a caller asks for after a webhook was stopped, and before the dispatcher has read so', () => {
  it('is delivered where it is a ping, and what was pending is skipped', async () => {
    const { webhook, disable } = await newWebhook();
    await ping(webhook);
    await disable();
    await ping(webhook);
    await engine.dispatchOnce();
    engine.start();
    await eventually(async () =>
      expect(await outcomes(webhook)).toEqual(['link.created skipped', 'ping skipped', 'ping delivered']),
    );
  });

  it('is delivered where it is a retry', async () => {
    const { webhook, disable } = await newWebhook();
    await disable();
    await retry(webhook);
    await engine.dispatchOnce();
    engine.start();
    await eventually(async () => expect(await outcomes(webhook)).toEqual(['link.created delivered']));
  });

  it('is delivered where it is a replay, once the webhook is enabled again', async () => {
    const { webhook, disable, enable } = await newWebhook();
    await replay(webhook);
    await disable();
    await enable();
    await replay(webhook);
    await engine.dispatchOnce();
    engine.start();
    await eventually(async () =>
      expect(await outcomes(webhook)).toEqual([
        'link.created skipped',
        'link.created skipped again',
        'link.created delivered again',
      ]),
    );
  });

  it('is skipped where the webhook was deleted', async () => {
    const { webhook, path, remove } = await newWebhook();
    await remove();
    await ping(webhook);
    await engine.dispatchOnce();
    engine.start();
    await eventually(async () => expect(await outcomes(webhook)).toEqual(['link.created skipped', 'ping skipped']));
    expect(receiver.at(path)).toEqual([]);
  });
});

const someoneWaits = async (): Promise<void> => {
  const { rowCount } = await engine.owner.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  if (rowCount === 0) throw new Error('nothing waits for a lock');
};

describe('a batch that stops a webhook and has deliveries for another one', () => {
  it('holds no lane while it waits for one that comes earlier, as senders lock them', async () => {
    const workspaceId = engine.workspaceId();
    const made = await Promise.all([1, 2].map(() => engine.webhook(workspaceId, receiver.url('/both'))));
    await engine.link(workspaceId);
    await engine.dispatchOnce();
    const [first = '', second = ''] = made.map(({ id }) => id).toSorted();
    // The other one gets the event of it.
    await engine.change(workspaceId, second, {
      type: 'WebhookDisabled',
      data: { webhook_id: second, reason: 'failures' },
    });
    const lock = 'select from webhook_lanes where webhook_id = $1 for update nowait';
    let dispatching: Promise<void> | undefined;
    await engine.store.inWorkspace(workspaceId, async (client) => {
      await client.query(lock, [first]);
      dispatching = engine.dispatchOnce();
      await eventually(someoneWaits);
      expect((await client.query(lock, [second])).rowCount).toBe(1);
    });
    await dispatching;
  });
});
