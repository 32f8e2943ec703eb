import type { ReadStore } from '@platform/read-store';
import { createEgress, type Egress } from '@platform/egress';
import { Webhook } from 'standardwebhooks';
import { eventually } from '../support/programs';
import { type WebhookEngine, withWebhookEngine } from '../support/webhook-engine';
import { type WebhookReceiver, hang, startReceiver, withStatus } from '../support/webhook-receiver';

// Each check is made twice: of webhooks as they are, and with a fault planted in them, which it has to catch.

let engine: WebhookEngine;
let receiver: WebhookReceiver;
let paths = 0;
const outside = createEgress({ allow: ['127.0.0.1'], dnsServers: [], ownHosts: [] });
/** What hangs hangs for longer than a check takes on a busy machine. */
const egress: Pick<Egress, 'request'> = {
  request: (url, options) => outside.request(url, { ...options, deadlineMs: 20 * options.deadlineMs }),
};

beforeAll(async () => {
  [engine, receiver] = [await withWebhookEngine(), await startReceiver()];
});
afterEach(() => engine.stopAll());
afterAll(async () => {
  await receiver.close();
  await Promise.all([engine.close(), outside.close()]);
});

const newWebhook = async () => {
  const [workspace, path] = [engine.workspaceId(), `/${(paths += 1)}`];
  return { workspace, path, ...(await engine.webhook(workspace, receiver.url(path))) };
};
type InWorkspace = ReadStore['inWorkspace'];
type Transaction = Parameters<Parameters<InWorkspace>[1]>[0];

/** A planted fault: the checkpoint is committed by itself, before the rows. */
const checkpointFirst = (client: Transaction): Transaction =>
  new Proxy(client, {
    get: (target, name) => {
      if (name !== 'query') return Reflect.get(target, name) as unknown;
      return (...query: readonly unknown[]) => {
        const on = /move_checkpoint/.test(JSON.stringify(query[0])) ? engine.pool : target;
        return Reflect.apply(on.query, on, query) as unknown;
      };
    },
  });

describe('a dispatcher that is killed between its rows and its commit', () => {
  /** What arrives after a process that died at the end of each of its transactions, before the commit. */
  const delivered = async (change: (client: Transaction) => Transaction): Promise<readonly string[]> => {
    const { workspace, path, id } = await newWebhook();
    await engine.dispatchOnce();
    await engine.link(workspace, 3);
    let deaths = 0;
    const inWorkspace: InWorkspace = (id, work) =>
      engine.store.inWorkspace(id, async (client) => {
        await work(change(client));
        deaths += 1;
        throw new Error('killed before the commit');
      });
    const stop = engine.start({ readStore: { system: engine.pool, inWorkspace } });
    await eventually(() => expect(deaths).toBeGreaterThan(0));
    await stop();
    engine.start();
    await eventually(async () => expect(await engine.lag()).toBe(0n));
    const last = await engine.link(workspace);
    await eventually(() => expect(receiver.at(path).some(({ body }) => body.includes(last))).toBe(true));
    // What was queued before it is sent then, too: deliveries of one stream do not wait for those of another.
    await eventually(async () =>
      expect((await engine.deliveries(id)).map(({ status }) => status)).not.toContain('pending'),
    );
    return receiver.events(path).flatMap(({ type, data }) => ((data as { id: string }).id === last ? [] : [type]));
  };

  it('loses nothing', async () => {
    expect(await delivered((client) => client)).toEqual(['link.created', ...Array<string>(3).fill('link.updated')]);
  });

  it('with a checkpoint before the rows, planted, is caught', async () => {
    expect(await delivered(checkpointFirst)).not.toContain('link.created');
  });
});

describe('a signature', () => {
  /** How the official package judges what came. */
  const verified = async (request: Egress['request']): Promise<boolean> => {
    const { workspace, path, secret } = await newWebhook();
    engine.start({ egress: { request } });
    await engine.link(workspace);
    await eventually(() => expect(receiver.at(path)).toHaveLength(1));
    const [{ headers, body }] = receiver.at(path) as [ReturnType<WebhookReceiver['at']>[number]];
    try {
      new Webhook(secret).verify(body, headers as Record<string, string>);
      return true;
    } catch {
      return false;
    }
  };
  /** A planted fault: other bytes than those that are signed, as of a log that keeps JSON and not its text. */
  const reserialised: Egress['request'] = (url, options) => {
    const fields = Object.entries(JSON.parse(String(options.body)) as object).toSorted(([a], [b]) =>
      a.localeCompare(b),
    );
    return egress.request(url, { ...options, body: JSON.stringify(Object.fromEntries(fields)) });
  };

  it('is of the bytes that are sent', async () => expect(await verified(egress.request)).toBe(true));
  it('of JSON that is serialised anew, planted, is caught', async () =>
    expect(await verified(reserialised)).toBe(false));
});

describe('an endpoint that hangs', () => {
  const neighbourIsServed = async (request: Egress['request'], withinMs?: number): Promise<void> => {
    const [hanging, neighbour] = [await newWebhook(), await newWebhook()];
    receiver.answer(hanging.path, hang);
    try {
      engine.start({ egress: { request } });
      await engine.link(hanging.workspace);
      await eventually(() => expect(receiver.at(hanging.path)).toHaveLength(1));
      await engine.link(neighbour.workspace, 9);
      await eventually(() => expect(receiver.at(neighbour.path)).toHaveLength(10), withinMs);
    } finally {
      // What is left pending must not hang again in the next engine.
      receiver.answer(hanging.path, withStatus(204));
    }
  };
  /** A planted fault: one attempt at a time, whichever lane it is of. */
  const oneAtATime = (): Egress['request'] => {
    let last: Promise<unknown> = Promise.resolve();
    return (url, options) => {
      const next = last.then(() => egress.request(url, options));
      last = next.catch(() => undefined);
      return next;
    };
  };

  it('blocks no other lane', () => neighbourIsServed(egress.request));
  it('in a lane that blocks its neighbours, planted, is caught', () =>
    // The attempt that blocks ends by itself after five minutes only.
    expect(neighbourIsServed(oneAtATime(), 5_000)).rejects.toThrow('Expected length: 10'));
});
