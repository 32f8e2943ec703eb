import { Webhook } from 'standardwebhooks';
import { endPrograms, eventually, startProgram } from '../support/programs';
import { atScale } from '../support/scale';
import { PEPPER, type WebhookEngine, withWebhookEngine } from '../support/webhook-engine';
import { type WebhookReceiver, hang, startReceiver, withStatus } from '../support/webhook-receiver';

const KILLS = atScale(3, 30);
const WEBHOOKS = 4;
const EVENTS = atScale(200, 5_000);

let engine: WebhookEngine;
let receiver: WebhookReceiver;

beforeAll(async () => {
  [engine, receiver] = [await withWebhookEngine(), await startReceiver()];
});
afterAll(async () => {
  await endPrograms();
  await receiver.close();
  await engine.close();
});

const startProcess = () => startProgram('test/fixtures/processes/webhooks.ts', [engine.database.url, PEPPER]);

/** Events of a workspace as the store has them, but for those of the webhooks themselves. */
const recorded = async (workspace: string): Promise<number> => {
  const { rows } = await engine.owner.query<{ events: number }>(
    `select count(*)::int as events from waymark_events.events
     where category = 'link' and metadata->>'workspace_id' = $1`,
    [workspace],
  );
  return rows[0]?.events ?? 0;
};

describe('webhooks whose processes are killed at any moment under load', () => {
  it('deliver every event at least once, each under one id, with the same bytes and a valid signature', async () => {
    const workspaces = await Promise.all(
      Array.from({ length: WEBHOOKS }, async (_, n) => {
        const workspace = engine.workspaceId();
        const path = `/killed/${n}`;
        return { workspace, path, ...(await engine.webhook(workspace, receiver.url(path))) };
      }),
    );
    const unsigned: string[] = [];
    for (const { path, secret } of workspaces) {
      const verifier = new Webhook(secret);
      let count = 0;
      receiver.answer(path, (response, one) => {
        // As it arrives: a signature is too old after five minutes.
        try {
          verifier.verify(one.body, one.headers as Record<string, string>);
        } catch (error) {
          unsigned.push(`${path}: ${String(error)}`);
        }
        // One in ten attempts fails, so that there are retries to be lost, too.
        withStatus((count += 1) % 10 === 0 ? 500 : 200)(response, one);
      });
    }
    let writing = true;
    const load = (async () => {
      for (let n = 0; n < EVENTS; n += 10)
        await Promise.all(workspaces.map(({ workspace }) => engine.link(workspace, 9)));
      writing = false;
    })();
    for (let kills = 0; kills < KILLS || writing; kills += 1) {
      const processes = [await startProcess(), await startProcess()];
      const received = () => workspaces.reduce((sum, { path }) => sum + receiver.at(path).length, 0);
      const before = received();
      // Where nothing is left to be sent, the processes are killed as well.
      await eventually(() => expect(received()).toBeGreaterThan(before + 20), 10_000).catch(() => undefined);
      await Promise.all(processes.map((one) => one.end('SIGKILL')));
    }
    await load;
    await startProcess();
    for (const { workspace, path } of workspaces) {
      const expected = await recorded(workspace);
      // Leases of the dead end first, and failed attempts come again after some seconds.
      await eventually(async () => {
        expect(new Set(receiver.events(path).map(({ id }) => id)).size).toBe(expected);
        await engine.moveClock(30_000);
      }, 240_000);
      const bodies = new Map<string, string>();
      for (const { headers, body } of receiver.at(path)) {
        const { id } = JSON.parse(body) as { id: string };
        expect(headers['webhook-id']).toBe(id);
        expect(bodies.get(id) ?? body).toBe(body);
        bodies.set(id, body);
      }
    }
    expect(unsigned).toEqual([]);
  }, 900_000);
});

describe('a webhook whose endpoint never answers', () => {
  it('delays no other one: all events of the others arrive while it hangs', async () => {
    const [dead, ...others] = await Promise.all(
      Array.from({ length: 4 }, async (_, n) => {
        const workspace = engine.workspaceId();
        const path = `/beside/${n}`;
        return { workspace, path, ...(await engine.webhook(workspace, receiver.url(path))) };
      }),
    );
    receiver.answer(dead?.path ?? '', hang);
    await Promise.all(Array.from({ length: 20 }, () => engine.link(dead?.workspace ?? '', 4)));
    await eventually(() => expect(receiver.at(dead?.path ?? '').length).toBeGreaterThanOrEqual(2));
    await Promise.all(others.map(({ workspace }) => engine.link(workspace, 49)));
    for (const { path } of others) await eventually(() => expect(receiver.at(path)).toHaveLength(50), 240_000);
    const answered = (await engine.deliveries(dead?.id ?? '')).filter(({ status }) => status === 'delivered');
    expect(answered).toEqual([]);
  });
});
