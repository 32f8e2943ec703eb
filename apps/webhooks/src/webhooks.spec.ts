import { randomUUID } from 'node:crypto';
import { pause } from '@platform/async';
import type { Egress } from '@platform/egress';
import {
  Lanes,
  REPLAYED_BYTES,
  REPLAY_EVENTS,
  ReplayTooLarge,
  ReplayedEnough,
  enqueue,
  keepLog,
  requestReplay,
  retryDelivery,
  withoutStream,
} from '@platform/webhooks';
import { linkStream } from '@contexts/links';
import { type matches, webhookStream } from '@contexts/webhooks';
import { eventually } from '../../../test/support/programs';
import { type WebhookEngine, withWebhookEngine } from '../../../test/support/webhook-engine';
import { type WebhookReceiver, hang, startReceiver, withStatus } from '../../../test/support/webhook-receiver';

let engine: WebhookEngine;
let receiver: WebhookReceiver;
let paths = 0;

beforeAll(async () => {
  [engine, receiver] = [await withWebhookEngine(), await startReceiver()];
});
afterEach(async () => {
  await engine.stopAll();
});
afterAll(async () => {
  await receiver.close();
  await engine.close();
});

/** A workspace with a webhook at a path of its own. */
const newWebhook = async (given: Readonly<Record<string, unknown>> = {}) => {
  const [workspace, path] = [engine.workspaceId(), `/${(paths += 1)}`];
  const { id } = await engine.webhook(workspace, receiver.url(path), given);
  return { workspace, path, id };
};
/** Leaves a delivery whose attempt was under way when its process ended. */
const leavePending = async (workspace: string, path: string): Promise<void> => {
  receiver.answer(path, hang);
  const stop = engine.start();
  await engine.link(workspace);
  await eventually(() => expect(receiver.at(path)).toHaveLength(1));
  await stop();
};
/** By name: attempts that are under way together may arrive in any order. */
const types = (path: string): readonly string[] =>
  receiver
    .events(path)
    .map(({ type }) => type)
    .toSorted();
/** As the dispatcher has folded it. */
const urlOf = async (id: string): Promise<string | undefined> => {
  const text = "select webhook->>'url' as url from webhook_subscriptions where id = $1";
  return (await engine.owner.query<{ url: string }>(text, [id])).rows[0]?.url;
};
const statuses = async (id: string): Promise<readonly string[]> =>
  (await engine.deliveries(id)).map(({ status }) => status);

describe('the dispatcher', () => {
  it('queues what follows the creation of a webhook in its workspace, and nothing else', async () => {
    const workspace = engine.workspaceId();
    await engine.link(workspace, 1);
    const { id } = await engine.webhook(workspace, receiver.url('/all'));
    await engine.link(workspace, 2);
    await engine.link(engine.workspaceId());
    engine.start();
    await eventually(() => expect(types('/all')).toEqual(['link.created', 'link.updated', 'link.updated']));
    await eventually(async () => expect(await statuses(id)).toEqual(['delivered', 'delivered', 'delivered']));
  });

  it('reads no stream of a workspace without webhooks', async () => {
    const { workspace, path } = await newWebhook();
    const [stranger, read] = [engine.workspaceId(), new Set<string>()];
    const link = await engine.link(stranger);
    engine.start({
      store: {
        ...engine.events,
        subscribe: (options) => engine.events.subscribe(options),
        read: (stream, options) => (read.add(stream), engine.events.read(stream, options)),
      },
    });
    const own = await engine.link(workspace);
    await eventually(() => expect(receiver.at(path)).toHaveLength(1));
    await engine.retitle(stranger, link);
    await engine.retitle(workspace, own);
    await eventually(() => expect(receiver.at(path)).toHaveLength(2));
    expect([read.has(linkStream(own)), read.has(linkStream(link))]).toEqual([true, false]);
  });

  it('heeds an edit from its position on, also within one batch', async () => {
    const { workspace, path, id } = await newWebhook({ events: ['link.created'] });
    await engine.link(workspace, 1);
    await engine.change(workspace, id, {
      type: 'WebhookUpdated',
      data: { webhook_id: id, changes: { events: { from: ['link.created'], to: ['link.updated'] } } },
    });
    await engine.link(workspace, 1);
    engine.start();
    await eventually(() => expect(types(path)).toEqual(['link.created', 'link.updated']));
  });

  it('skips what is pending for a webhook that is paused, and queues nothing until it goes on', async () => {
    const { workspace, path, id } = await newWebhook();
    receiver.answer(path, withStatus(500));
    engine.start();
    await engine.link(workspace);
    await eventually(async () => expect((await engine.deliveries(id))[0]?.attempt).toBeGreaterThan(0));
    const active = (to: boolean) =>
      engine.change(workspace, id, {
        type: 'WebhookUpdated',
        data: { webhook_id: id, changes: { active: { from: !to, to } } },
      });
    await active(false);
    await engine.link(workspace);
    await eventually(async () => expect(await statuses(id)).toEqual(['skipped']));
    receiver.answer(path, withStatus(200));
    await active(true);
    await engine.link(workspace);
    await eventually(async () => expect(await statuses(id)).toEqual(['skipped', 'delivered']));
  });

  it('logs as skipped what one batch brought before a pause', async () => {
    const { workspace, path, id } = await newWebhook();
    await engine.link(workspace);
    const changes = { active: { from: true, to: false } };
    await engine.change(workspace, id, { type: 'WebhookUpdated', data: { webhook_id: id, changes } });
    await engine.link(workspace);
    engine.start();
    await eventually(async () => expect(await statuses(id)).toEqual(['skipped']));
    expect(types(path)).toEqual([]);
  });

  it('ends what is pending for a deleted webhook', async () => {
    const { workspace, path, id } = await newWebhook();
    receiver.answer(path, withStatus(503));
    engine.start();
    await engine.link(workspace);
    await eventually(async () => expect((await engine.deliveries(id))[0]?.attempt).toBeGreaterThan(0));
    await engine.change(workspace, id, { type: 'WebhookDeleted', data: { webhook_id: id } });
    await engine.link(workspace);
    await eventually(async () => expect(await statuses(id)).toEqual(['skipped']));
  });

  it('sends events about a webhook to the others of its workspace', async () => {
    const { workspace, path, id } = await newWebhook();
    const other = await engine.webhook(workspace, receiver.url('/other'));
    await engine.change(workspace, id, { type: 'WebhookEnabled', data: { webhook_id: id } });
    await engine.change(workspace, other.id, { type: 'WebhookDeleted', data: { webhook_id: other.id } });
    engine.start();
    await eventually(() => expect(types(path)).toEqual(['webhook.created', 'webhook.deleted']));
  });

  it('neither loses nor repeats an event when it dies between the rows and the commit', async () => {
    const { workspace, path, id } = await newWebhook();
    let deaths = 0;
    const { inWorkspace } = engine.store;
    const readStore = {
      system: engine.pool,
      inWorkspace: (<T>(workspaceId: string, work: Parameters<typeof inWorkspace<T>>[1]) =>
        inWorkspace<T>(workspaceId, async (client) => {
          const done = await work(client);
          if ((deaths += 1) <= 2) throw new Error('killed before the commit');
          return done;
        })) as typeof inWorkspace,
    };
    engine.start({ readStore });
    await engine.link(workspace, 3);
    await eventually(() => expect(types(path)).toHaveLength(4));
    await eventually(async () => expect(await statuses(id)).toHaveLength(4));
    expect(deaths).toBeGreaterThan(2);
  });

  it('queues nothing twice when it handles every event again', async () => {
    const { workspace, path, id } = await newWebhook();
    const stop = engine.start();
    await engine.link(workspace, 1);
    await eventually(async () => expect(await statuses(id)).toEqual(['delivered', 'delivered']));
    await stop();
    await engine.restart();
    engine.start();
    await engine.link(workspace);
    await eventually(() => expect(types(path)).toEqual(['link.created', 'link.created', 'link.updated']));
    expect(await statuses(id)).toHaveLength(3);
  });

  it('skips nothing that is pending when it handles every event again, though the webhook had been paused', async () => {
    const { workspace, path, id } = await newWebhook();
    for (const to of [false, true])
      await engine.change(workspace, id, {
        type: 'WebhookUpdated',
        data: { webhook_id: id, changes: { active: { from: !to, to } } },
      });
    await leavePending(workspace, path);
    await engine.restart();
    await engine.dispatchOnce();
    receiver.answer(path, withStatus(200));
    engine.start();
    await eventually(async () => expect(await statuses(id)).toEqual(['delivered']));
  });

  it('skips what is pending for a webhook that is paused before it has begun to handle every event again', async () => {
    const { workspace, path, id } = await newWebhook();
    await leavePending(workspace, path);
    await engine.restart();
    await engine.change(workspace, id, {
      type: 'WebhookUpdated',
      data: { webhook_id: id, changes: { active: { from: true, to: false } } },
    });
    expect(await new Lanes(engine.pool, randomUUID()).acquire(1_000)).toEqual([]);
    receiver.answer(path, withStatus(200));
    engine.start();
    await eventually(async () => expect(await statuses(id)).toEqual(['skipped']));
    expect(receiver.at(path)).toHaveLength(1);
  });

  it('asks for the end of the store once while it handles every event again', async () => {
    await newWebhook();
    // More than one batch.
    for (let links = 0; links < 3; links += 1) await engine.link(engine.workspaceId(), 400);
    await engine.dispatchOnce();
    await engine.restart();
    let asked = 0;
    await engine.dispatchOnce({
      head: (categories) => {
        asked += 1;
        return engine.events.head(categories);
      },
    });
    expect(asked).toBe(1);
  });

  it('lets nothing be sent to former URLs while it handles every event again', async () => {
    const { workspace, path: former, id } = await newWebhook();
    const path = `${former}/now`;
    await engine.change(workspace, id, {
      type: 'WebhookUpdated',
      data: { webhook_id: id, changes: { url: { from: receiver.url(former), to: receiver.url(path) } } },
    });
    await leavePending(workspace, path);
    await engine.restart();
    receiver.answer(path, withStatus(200));
    let goOn = (): void => undefined;
    const goesOn = new Promise<void>((resolve) => (goOn = resolve));
    engine.start({
      store: {
        ...engine.events,
        async *subscribe(options) {
          for await (const delivery of engine.events.subscribe(options)) {
            const isEdit = delivery.kind === 'event' && delivery.recorded.event.type === 'WebhookUpdated';
            if (isEdit && delivery.recorded.stream === webhookStream(id)) await goesOn;
            yield delivery;
          }
        },
      },
    });
    try {
      await eventually(async () => expect(await urlOf(id)).toBe(receiver.url(former)));
      expect(await new Lanes(engine.pool, randomUUID()).acquire(1_000)).toEqual([]);
    } finally {
      goOn();
    }
    await eventually(async () => expect(await statuses(id)).toEqual(['delivered']));
    expect(receiver.at(former)).toEqual([]);
  });
});

describe('deliveries', () => {
  it('are made in the order of their stream, one after the other, and beside those of another one', async () => {
    const { workspace } = await newWebhook();
    const begun = new Map<string, string[]>();
    const underWay: string[] = [];
    const beside = new Set<number>();
    const request: Egress['request'] = async (url, { body }) => {
      const { data, revision } = JSON.parse(String(body)) as { data: { id: string }; revision: string };
      begun.set(data.id, [...(begun.get(data.id) ?? []), revision]);
      underWay.push(data.id);
      beside.add(underWay.filter((id) => id === data.id).length).add(-new Set(underWay).size);
      await pause(Math.random() * 5);
      underWay.splice(underWay.indexOf(data.id), 1);
      return { url, redirects: 0, status: 200, headers: {}, body: Buffer.alloc(0) };
    };
    engine.start({ egress: { request } });
    const links = await Promise.all([engine.link(workspace, 20), engine.link(workspace, 20)]);
    const inOrder = Array.from({ length: 21 }, (_, revision) => String(revision));
    for (const link of links) await eventually(() => expect(begun.get(link)).toEqual(inOrder));
    // One attempt of a stream at a time, and up to two streams.
    expect([...beside].toSorted((a, b) => a - b)).toEqual([-2, -1, 1]);
  });

  it('of a healthy webhook do not wait for one that never answers', async () => {
    const [dead, healthy] = [await newWebhook(), await newWebhook()];
    receiver.answer(dead.path, hang);
    engine.start();
    for (let n = 0; n < 20; n += 1) await engine.link(dead.workspace);
    await eventually(() => expect(receiver.at(dead.path)).toHaveLength(1));
    await engine.link(healthy.workspace, 50);
    await eventually(() => expect(receiver.at(healthy.path)).toHaveLength(51));
    expect(receiver.at(dead.path)).toHaveLength(1);
  });

  it('that our own shutdown cuts off do not count as attempts, and are made by the next process', async () => {
    const { workspace, path, id } = await newWebhook();
    await leavePending(workspace, path);
    expect(await engine.deliveries(id)).toMatchObject([{ status: 'pending', attempt: 0 }]);
    receiver.answer(path, withStatus(200));
    engine.start();
    await eventually(async () =>
      expect(await engine.deliveries(id)).toMatchObject([{ status: 'delivered', attempt: 1 }]),
    );
    expect(new Set(receiver.at(path).map(({ body }) => body)).size).toBe(1);
  });

  it('are shared by several processes, each made by one of them', async () => {
    const webhooks = await Promise.all(Array.from({ length: 8 }, () => newWebhook()));
    engine.start();
    engine.start();
    await Promise.all(webhooks.map(({ workspace }) => engine.link(workspace, 9)));
    for (const { path, id } of webhooks) {
      await eventually(async () => expect(await statuses(id)).toEqual(Array(10).fill('delivered')));
      expect(receiver.at(path)).toHaveLength(10);
    }
  });

  it('are made again on request, with the same id and the same bytes', async () => {
    const { workspace, path, id } = await newWebhook();
    engine.start();
    await engine.link(workspace);
    await eventually(async () => expect(await statuses(id)).toEqual(['delivered']));
    const [delivery] = await engine.deliveries(id);
    const retry = (deliveryId: string) =>
      engine.store.inWorkspace(workspace, (client) =>
        retryDelivery(client, { workspaceId: workspace, webhookId: id, id: deliveryId }),
      );
    expect(await retry('dlv_unknown')).toBe(false);
    expect(await retry(delivery?.id ?? '')).toBe(true);
    await eventually(() => expect(receiver.at(path)).toHaveLength(2));
    const [first, second] = receiver.at(path);
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    await eventually(async () =>
      expect(await engine.deliveries(id)).toMatchObject([{ status: 'delivered', attempt: 2 }]),
    );
  });
});

describe('deliveries of a deleted workspace', () => {
  it('wait until it is restored', async () => {
    const [workspace, path] = [await engine.workspace('pro'), `/${(paths += 1)}`];
    await engine.webhook(workspace, receiver.url(path));
    const setDeleted = (at: Date | null) =>
      engine.owner.query('update workspaces set deleted_at = $2 where id = $1', [workspace, at]);
    await setDeleted(new Date());
    await engine.link(workspace);
    const other = await newWebhook();
    await engine.link(other.workspace);
    engine.start();
    await eventually(() => expect(receiver.at(other.path)).toHaveLength(1));
    expect(receiver.at(path)).toEqual([]);
    await setDeleted(null);
    await eventually(() => expect(types(path)).toEqual(['link.created']));
  });
});

describe('a replay', () => {
  const EVER = {
    from: '2020-01-01T00:00:00.000Z',
    to: '2100-01-01T00:00:00.000Z',
    types: ['link.created', 'link.updated'],
    matches: () => true,
  };
  const aClick = (workspace_id: string, nth = 'a') =>
    withoutStream({
      id: `evt_${nth}_${workspace_id}`,
      type: 'link.clicked',
      created_at: new Date().toISOString(),
      workspace_id,
    });
  /** Transactions of a workspace, and how many of them are open. */
  const inTransactions = (workspace: string) => {
    let open = 0;
    const inTransaction: ReturnType<typeof engine.inWorkspace> = (work) => {
      open += 1;
      return engine
        .inWorkspace(workspace)(work)
        .finally(() => (open -= 1));
    };
    return { inTransaction, open: () => open };
  };

  it('repeats the events of a window that match, with their ids, and answers how many', async () => {
    const { workspace, path, id } = await newWebhook();
    engine.start();
    await engine.link(workspace, 2);
    await eventually(() => expect(receiver.at(path)).toHaveLength(3));
    const request = {
      id: `replay ${id}`,
      workspaceId: workspace,
      webhookId: id,
      from: new Date(Date.now() - 3_600_000).toISOString(),
      to: new Date(Date.now() + 3_600_000).toISOString(),
      types: EVER.types,
      matches: (event: Parameters<typeof matches>[1]) => event.type === 'link.updated',
    };
    const replay = () => requestReplay({ ...request, inTransaction: engine.inWorkspace(workspace) });
    expect(await replay()).toBe(2);
    expect(await replay()).toBe(2);
    await eventually(async () =>
      expect((await engine.deliveries(id)).map(({ status, replayed }) => [status, replayed])).toEqual([
        ['delivered', false],
        ['delivered', false],
        ['delivered', false],
        ['delivered', true],
        ['delivered', true],
      ]),
    );
    const bodies = receiver.at(path).map(({ body }) => body);
    const updates = bodies.slice(0, 3).filter((body) => body.includes('"link.updated"'));
    expect(bodies.slice(3).toSorted()).toEqual(updates.toSorted());
  });

  it('keeps no live event waiting while its clicks are asked for', async () => {
    const { workspace, path, id } = await newWebhook();
    engine.start();
    await engine.link(workspace);
    await eventually(() => expect(receiver.at(path)).toHaveLength(1));
    let arrives = (): void => undefined;
    const arrived = new Promise<void>((resolve) => (arrives = resolve));
    const transactions = inTransactions(workspace);
    const replayed = requestReplay({
      ...{ id, workspaceId: workspace, webhookId: id, ...EVER, ...transactions },
      more: {
        count: () => arrived.then(() => 1),
        read: async function* () {
          expect(transactions.open()).toBe(0);
          yield [await arrived.then(() => aClick(workspace))];
        },
      },
    });
    await engine.link(workspace);
    await eventually(() => expect(receiver.at(path)).toHaveLength(2));
    expect(transactions.open()).toBe(0);
    arrives();
    expect(await replayed).toBe(3);
    await eventually(() => expect(types(path)).toEqual(['link.clicked', ...Array<string>(4).fill('link.created')]));
  });

  it('is completed by a repeat after it was cut off, and queues nothing twice', async () => {
    const { workspace, id } = await newWebhook();
    await engine.link(workspace, 3);
    await engine.dispatchOnce();
    const request = {
      id,
      workspaceId: workspace,
      webhookId: id,
      ...EVER,
      inTransaction: engine.inWorkspace(workspace),
    };
    const clicks = ['a', 'b', 'c'].map((nth) => aClick(workspace, nth));
    const upTo = (end: number) => ({
      count: () => Promise.resolve(clicks.length),
      read: async function* () {
        for (const click of clicks.slice(0, end)) yield await Promise.resolve([click]);
        if (end < clicks.length) throw new Error('cut off');
      },
    });
    await expect(requestReplay({ ...request, more: upTo(2) })).rejects.toThrow('cut off');
    const replayed = async () => (await engine.deliveries(id)).flatMap((one) => (one.replayed ? [one.event_id] : []));
    const cut = await replayed();
    expect(cut).toHaveLength(6);
    expect(await requestReplay({ ...request, more: upTo(3) })).toBe(7);
    expect(await requestReplay({ ...request, more: upTo(3) })).toBe(7);
    expect(await replayed()).toEqual([...cut, clicks[2]?.event_id]);
  });

  it('of too many events queues none, and one of a webhook that is closed meanwhile ends', async () => {
    const { workspace, id } = await newWebhook();
    await engine.link(workspace);
    await engine.dispatchOnce();
    const request = {
      id,
      workspaceId: workspace,
      webhookId: id,
      ...EVER,
      inTransaction: engine.inWorkspace(workspace),
    };
    const read = () => {
      throw new Error('read without need');
    };
    const more = { count: () => Promise.resolve(REPLAY_EVENTS), read };
    await expect(requestReplay({ ...request, more })).rejects.toThrow(ReplayTooLarge);
    const demandOpen = () => Promise.reject(new Error('closed'));
    await expect(requestReplay({ ...request, demandOpen })).rejects.toThrow('closed');
    expect(await engine.deliveries(id)).toHaveLength(1);
  });

  /** Messages of a workspace in the log, a second apart. */
  const log = async (workspace: string, types: readonly string[], bytes = 2) => {
    const begin = Date.now() - 3_600_000;
    const messages = types.map((type, n) => ({
      ...{ event_id: `evt_${n}_${workspace}`, workspace_id: workspace, type, stream: 'link-1', revision: String(n) },
      created_at: new Date(begin + 1_000 * n).toISOString(),
      body: JSON.stringify({ type, data: { url: 'x'.repeat(bytes) } }),
    }));
    await engine.inWorkspace(workspace)((client) => enqueue(client, { messages, deliveries: [], mode: 'always' }));
    return messages.map(({ event_id }) => event_id);
  };

  it('reads large events a few at a time, and does not write them again', async () => {
    const { workspace, id } = await newWebhook();
    await engine.dispatchOnce();
    const types = Array.from({ length: 40 }, (_, n) => (n % 10 === 0 ? 'link.created' : 'link.updated'));
    const ids = await log(workspace, types, 130_000);
    let most = 0;
    const inTransaction: ReturnType<typeof engine.inWorkspace> = (work) =>
      engine.inWorkspace(workspace)((client) =>
        work({
          query: async (...query: unknown[]) => {
            const result = (await Reflect.apply(client.query, client, query)) as { rows: unknown[] };
            most = Math.max(most, JSON.stringify(query).length, JSON.stringify(result.rows).length);
            return result as never;
          },
        }),
      );
    const request = { workspaceId: workspace, webhookId: id, ...EVER, inTransaction };
    expect(await requestReplay({ ...request, id })).toBe(40);
    const replayed = async () => (await engine.deliveries(id)).flatMap((one) => (one.replayed ? [one.event_id] : []));
    expect(await replayed()).toEqual(ids);
    expect(most).toBeLessThan(2.5 * 1_024 * 1_024);
    most = 0;
    const created = ids.filter((_, n) => n % 10 === 0);
    expect(await requestReplay({ ...request, id: `again ${id}`, types: ['link.created'] })).toBe(4);
    expect((await replayed()).slice(40)).toEqual(created);
    expect(most).toBeLessThan(4 * 140_000);
  });

  it('finds a few events behind many of other types, by statements that each pass a bounded number', async () => {
    const { workspace, id } = await newWebhook();
    await engine.dispatchOnce();
    const ids = await log(
      workspace,
      Array.from({ length: 21_000 }, (_, n) =>
        n === 3 || n === 10_500 || n === 20_999 ? 'key.created' : 'link.created',
      ),
    );
    let statements = 0;
    const inTransaction: ReturnType<typeof engine.inWorkspace> = (work) => {
      statements += 1;
      return engine.inWorkspace(workspace)(work);
    };
    const request = { id, workspaceId: workspace, webhookId: id, ...EVER, types: ['key.created'], inTransaction };
    expect(await requestReplay(request)).toBe(3);
    const replayed = (await engine.deliveries(id)).flatMap((one) => (one.replayed ? [one.event_id] : []));
    expect(replayed).toEqual([ids[3], ids[10_500], ids[20_999]]);
    // Two reads of three pages and their end, three portions, and the request itself.
    expect([10, 11, 12, 13, 14, 15]).toContain(statements);
  });

  it('that matches nothing is not read on once it should not go on', async () => {
    const { workspace, id } = await newWebhook();
    await engine.dispatchOnce();
    await log(workspace, Array<string>(1_001).fill('link.updated'));
    let asked = 0;
    const demandOpen = () => ((asked += 1) > 1 ? Promise.reject(new Error('nobody waits')) : Promise.resolve());
    const inTransaction = engine.inWorkspace(workspace);
    const request = { id, workspaceId: workspace, webhookId: id, ...EVER, matches: () => false, inTransaction };
    await expect(requestReplay({ ...request, demandOpen })).rejects.toThrow('nobody waits');
    expect(await requestReplay(request)).toBe(0);
  });

  it('ends once the workspace has added to the log what it may in a day, and goes on the next day', async () => {
    const { workspace, id } = await newWebhook();
    await engine.dispatchOnce();
    await log(workspace, Array<string>(1_001).fill('link.updated'));
    const inTransaction = engine.inWorkspace(workspace);
    const noted = (bytes: number, days = 0) =>
      inTransaction((client) =>
        client.query(
          `insert into webhook_replayed (workspace_id, day, bytes)
           values ($1, (waymark_now() at time zone 'UTC')::date - $2::int, $3)
           on conflict (workspace_id, day) do update set bytes = excluded.bytes`,
          [workspace, days, bytes],
        ),
      );
    const queued = async () => (await engine.deliveries(id)).filter(({ replayed }) => replayed).length;
    const request = { id, workspaceId: workspace, webhookId: id, ...EVER, inTransaction };
    await noted(REPLAYED_BYTES - 1);
    await expect(requestReplay(request)).rejects.toThrow(ReplayedEnough);
    expect(await queued()).toBe(1_000);
    await noted(0);
    await noted(REPLAYED_BYTES, 1);
    expect(await requestReplay(request)).toBe(1_001);
    expect(await queued()).toBe(1_001);
    await keepLog(engine.pool);
    const { rows } = await engine.pool.query<{ bytes: string }>(
      'select bytes from webhook_replayed where workspace_id = $1',
      [workspace],
    );
    expect(rows).toEqual([{ bytes: '2048' }]);
  });

  it('counts bodies that the log did not have', async () => {
    const { workspace, id } = await newWebhook();
    await engine.dispatchOnce();
    const click = aClick(workspace);
    const more = {
      count: () => Promise.resolve(1),
      read: async function* () {
        yield await Promise.resolve([click]);
      },
    };
    const inTransaction = engine.inWorkspace(workspace);
    const bytes = async () => {
      const sql = 'select bytes::int from webhook_replayed where workspace_id = $1';
      return (await engine.pool.query<{ bytes: number }>(sql, [workspace])).rows[0]?.bytes;
    };
    const request = { workspaceId: workspace, webhookId: id, ...EVER, more, inTransaction };
    await requestReplay({ ...request, id: `first ${id}` });
    expect(await bytes()).toBe(2_048 + Buffer.byteLength(click.body));
    await requestReplay({ ...request, id: `second ${id}` });
    expect(await bytes()).toBe(2 * 2_048 + Buffer.byteLength(click.body));
  });

  it('yields to what is live', async () => {
    const { workspace, path, id } = await newWebhook();
    const stop = engine.start();
    await engine.link(workspace, 30);
    await eventually(async () => expect(await statuses(id)).toEqual(Array(31).fill('delivered')));
    await stop();
    const inTransaction = engine.inWorkspace(workspace);
    await requestReplay({ id, workspaceId: workspace, webhookId: id, ...EVER, inTransaction });
    await engine.link(workspace);
    await engine.dispatchOnce();
    const before = new Set(receiver.at(path).map(({ body }) => body));
    const begun: string[] = [];
    // Other tests of this file may have left deliveries pending; they go the same way, and are not counted.
    const request: Egress['request'] = async (url, { body }) => {
      if (url.endsWith(path)) begun.push(String(body));
      return { url, redirects: 0, status: 200, headers: {}, body: Buffer.alloc(0) };
    };
    engine.start({ egress: { request } });
    await eventually(() => expect(begun).toHaveLength(32));
    const newest = begun.findIndex((body) => !before.has(body));
    expect(newest).toBeGreaterThanOrEqual(0);
    expect(newest).toBeLessThan(8);
  });
});
