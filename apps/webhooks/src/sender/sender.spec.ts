import type { ServerResponse } from 'node:http';
import { enqueue } from '@platform/webhooks';
import { eventually } from '../../../../test/support/programs';
import { type WebhookEngine, withWebhookEngine } from '../../../../test/support/webhook-engine';
import { type WebhookReceiver, hang, startReceiver, withStatus } from '../../../../test/support/webhook-receiver';

let engine: WebhookEngine;
let receiver: WebhookReceiver;

beforeAll(async () => {
  [engine, receiver] = [await withWebhookEngine(), await startReceiver()];
});
afterEach(() => engine.stopAll());
afterAll(async () => {
  await receiver.close();
  await engine.close();
});

/** The pool of the engine, the answers to whose renewals of leases come only once `until` has resolved. */
const renewingSlowly = (until: Promise<void>) => {
  let renewals = 0;
  const query = async (...args: readonly unknown[]): Promise<unknown> => {
    const answer = await (Reflect.apply(engine.pool.query, engine.pool, args) as Promise<unknown>);
    if (!/set leased_until/.test(JSON.stringify(args[0]))) return answer;
    renewals += 1;
    await until;
    return answer;
  };
  const system = Object.assign(Object.create(engine.pool) as typeof engine.pool, { query });
  return { readStore: { system, inWorkspace: engine.store.inWorkspace }, renewals: () => renewals };
};

/** Attempts of a process at a time. */
const MANY = 256;
const MEGABYTE = 1_024 * 1_024;
/** An endpoint that takes longer is slow. */
const SLOW_MS = 1_100;
/** How many of them have had something delivered, and have nothing that waits. */
const delivered = async (ids: readonly string[]): Promise<number> =>
  (
    await engine.owner.query(
      `select webhook_id from webhook_deliveries where webhook_id = any($1) group by 1
       having bool_and(status = 'delivered')`,
      [ids],
    )
  ).rows.length;

describe('a sender', () => {
  it('keeps a lane that it acquires while leases are being renewed', async () => {
    const [hanging, other] = [engine.workspaceId(), engine.workspaceId()];
    const { id } = await engine.webhook(hanging, receiver.url('/hanging'));
    await engine.webhook(other, receiver.url('/other'));
    receiver.answer('/hanging', hang);
    let answer = (): void => undefined;
    const { readStore, renewals } = renewingSlowly(new Promise<void>((resolve) => (answer = resolve)));
    engine.start({ readStore });
    await engine.link(hanging);
    await eventually(() => expect(renewals()).toBe(1));
    receiver.answer('/other', (response) => {
      // The lane is held now, and was not when the leases were renewed.
      answer();
      setImmediate(() => response.writeHead(204).end());
    });
    await engine.link(other);
    await eventually(() => expect(renewals()).toBeGreaterThan(1));
    await engine.link(other);
    await eventually(() => expect(receiver.at('/other')).toHaveLength(2));
    // It did not wait for the end of the attempt that hangs.
    expect((await engine.deliveries(id)).map(({ attempt }) => attempt)).toEqual([0]);
  });

  it('delivers to others while as many endpoints hang as it has attempts at a time, and were slow before', async () => {
    const [slow, other] = [engine.workspaceId(), engine.workspaceId()];
    const { id } = await engine.webhook(other, receiver.url('/beside'));
    const ids: string[] = [];
    for (let n = 0; n < MANY; n += 1)
      ids.push((await engine.webhook(slow, receiver.url('/slow'), { events: ['link.*'] })).id);
    const hanging: ServerResponse[] = [];
    receiver.answer('/slow', (response) => {
      if (receiver.at('/slow').length > MANY) hanging.push(response);
      else setTimeout(() => response.writeHead(204).end(), SLOW_MS);
    });
    engine.start();
    await engine.link(slow);
    await eventually(async () => expect(await delivered(ids)).toBe(MANY));
    await engine.link(slow, 3);
    await eventually(() => expect(receiver.at('/slow').length).toBeGreaterThanOrEqual(1.5 * MANY));
    await engine.link(other);
    await eventually(async () => expect(await delivered([id])).toBe(1));
    expect(receiver.at('/slow')).toHaveLength(1.5 * MANY);
    receiver.answer('/slow', withStatus(204));
    for (const response of hanging) response.writeHead(204).end();
    await eventually(async () => expect(await delivered(ids)).toBe(MANY));
  });

  it('delivers to others beside endpoints that answer at once now and then, and else hang', async () => {
    const [tricky, other] = [engine.workspaceId(), engine.workspaceId()];
    const { id } = await engine.webhook(other, receiver.url('/well'));
    const ids: string[] = [];
    const paths = Array.from({ length: 40 }, (_, n) => `/tricky/${n}`);
    const begun = () => paths.reduce((sum, path) => sum + receiver.at(path).length, 0);
    for (const path of paths) {
      ids.push((await engine.webhook(tricky, receiver.url(path), { events: ['link.*'] })).id);
      receiver.answer(path, (response) => {
        const nth = receiver.at(path).length;
        if (nth === 1) setTimeout(() => response.writeHead(204).end(), SLOW_MS);
        else if (nth <= 3) response.writeHead(204).end();
      });
    }
    engine.start();
    await engine.link(tricky);
    await eventually(async () => expect(await delivered(ids)).toBe(ids.length));
    await Promise.all(Array.from({ length: 12 }, () => engine.link(tricky)));
    await eventually(() => expect(begun()).toBeGreaterThanOrEqual(3 * paths.length + MANY / 2));
    await engine.link(other);
    await eventually(async () => expect(await delivered([id])).toBe(1));
    expect(begun()).toBe(3 * paths.length + MANY / 2);
    for (const path of paths) receiver.answer(path, withStatus(204));
  });

  it('has two large bodies on their way to an endpoint at a time', async () => {
    const [workspace, other] = [engine.workspaceId(), engine.workspaceId()];
    const { id } = await engine.webhook(workspace, receiver.url('/large'));
    await engine.webhook(other, receiver.url('/small'));
    engine.start();
    await engine.link(workspace);
    await eventually(async () => expect(await delivered([id])).toBe(1));
    receiver.answer('/large', (response) => {
      if (receiver.at('/large').length === 2) response.writeHead(204).end();
    });
    const common = { workspace_id: workspace, type: 'ping', stream: null, revision: null };
    const created_at = new Date().toISOString();
    const messages = Array.from({ length: 8 }, (_, n) => {
      const event_id = `evt_${n}`;
      return { ...common, event_id, created_at, body: JSON.stringify({ id: event_id, x: 'x'.repeat(MEGABYTE) }) };
    });
    const deliveries = messages.map(({ event_id }) => ({ webhook_id: id, event_id }));
    await engine.inWorkspace(workspace)((client) => enqueue(client, { messages, deliveries, mode: 'always' }));
    await eventually(() => expect(receiver.at('/large').length).toBeGreaterThanOrEqual(4));
    for (let n = 1; n <= 3; n += 1) {
      await engine.link(other);
      await eventually(() => expect(receiver.at('/small')).toHaveLength(n));
    }
    expect(receiver.at('/large')).toHaveLength(4);
    receiver.answer('/large', withStatus(204));
    await engine.stopAll();
    engine.start();
    await eventually(async () => expect(await delivered([id])).toBe(1));
  });
});
