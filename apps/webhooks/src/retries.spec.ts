import { STEPS, WEBHOOKS_CHANNEL } from '@platform/webhooks';
import { eventually } from '../../../test/support/programs';
import { type WebhookEngine, withWebhookEngine } from '../../../test/support/webhook-engine';
import { type WebhookReceiver, hang, startReceiver, withStatus } from '../../../test/support/webhook-receiver';

const SECOND = 1_000;
const HOUR = 3_600_000;

let engine: WebhookEngine;
let receiver: WebhookReceiver;
let paths = 0;
/** What `waymark_now()` says. It stands still, so that nothing is due before a test moves it; it never goes back. */
let now: number;

beforeAll(async () => {
  [engine, receiver] = [await withWebhookEngine(), await startReceiver()];
  now = await engine.now();
  await moveBy(0);
  engine.start();
});
afterAll(async () => {
  await engine.close();
  await receiver.close();
});

const newWebhook = async () => {
  const [workspace, path] = [engine.workspaceId(), `/${(paths += 1)}`];
  const { id } = await engine.webhook(workspace, receiver.url(path));
  return { workspace, path, id };
};
const moveBy = async (milliseconds: number): Promise<void> => {
  now += milliseconds;
  await engine.freeze(new Date(now));
};
/** As `moveBy`, and has the sender look, which otherwise does so within a second. */
const wakeAfter = async (milliseconds: number): Promise<void> => {
  await moveBy(milliseconds);
  await engine.owner.query("select pg_notify($1, '')", [WEBHOOKS_CHANNEL]);
};
const only = async (id: string) => {
  const [delivery, ...others] = await engine.deliveries(id);
  expect(others).toEqual([]);
  return delivery;
};
/** The wait of a delivery for its next attempt, in milliseconds. */
const waitOf = async (id: string, attempt: number): Promise<number> => {
  const delivery = await eventually(async () => {
    const found = await only(id);
    expect(found).toMatchObject({ attempt, status: 'pending' });
    return found;
  });
  return (delivery?.next_attempt_at?.getTime() ?? 0) - now;
};
/** Waits until each of so many deliveries has had so many attempts. */
const attempted = (id: string, deliveries: number, times: number) =>
  eventually(async () => {
    const found = await engine.deliveries(id);
    expect([found.length, found.filter(({ attempt }) => attempt < times).length]).toEqual([deliveries, 0]);
  });
/** Walks what is pending through the rest of its schedule, until the last attempts have failed. */
const exhaust = async (id: string, deliveries: number): Promise<void> => {
  for (const [step, wait] of STEPS.entries()) {
    await wakeAfter(1.2 * wait);
    await attempted(id, deliveries, step + 1);
  }
  await eventually(async () =>
    expect((await engine.deliveries(id)).filter(({ status }) => status === 'pending')).toEqual([]),
  );
};
/** What the lane counts. */
const failedDeliveries = async (id: string): Promise<number | undefined> => {
  const { rows } = await engine.owner.query<{ failed_deliveries: number }>(
    'select failed_deliveries from webhook_lanes where webhook_id = $1',
    [id],
  );
  return rows[0]?.failed_deliveries;
};
const isDisabled = async (workspace: string, id: string): Promise<boolean> => {
  const history = await engine.events.read(`webhook-${id.slice('whk_'.length)}`);
  return history.some(({ event, metadata }) => event.type === 'WebhookDisabled' && metadata.workspace_id === workspace);
};

describe('a delivery that fails', () => {
  it('is tried ten times by the schedule, always with one id and the same bytes, and is failed then', async () => {
    const { workspace, path, id } = await newWebhook();
    receiver.answer(path, withStatus(500));
    await engine.link(workspace);
    for (const [step, wait] of STEPS.slice(1).entries()) {
      const left = await waitOf(id, step + 1);
      expect(left).toBeGreaterThanOrEqual(0.8 * wait);
      expect(left).toBeLessThanOrEqual(1.2 * wait);
      await wakeAfter(1.2 * wait);
    }
    await eventually(async () =>
      expect(await only(id)).toMatchObject({ status: 'failed', attempt: 10, next_attempt_at: null }),
    );
    expect(receiver.at(path)).toHaveLength(10);
    expect(new Set(receiver.at(path).map(({ body }) => body)).size).toBe(1);
    expect(new Set(receiver.at(path).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const attempts = await engine.attempts((await only(id))?.id ?? '');
    expect(attempts.map(({ number, error }) => [number, error])).toEqual(
      Array.from({ length: 10 }, (_, n) => [n + 1, 'answered with status 500']),
    );
  });

  it('waits as long as its endpoint asks, from once to twice the step', async () => {
    const { workspace, path, id } = await newWebhook();
    receiver.answer(path, withStatus(503, { 'retry-after': '8' }));
    await engine.link(workspace);
    expect(await waitOf(id, 1)).toBe(8 * SECOND);
    receiver.answer(path, withStatus(429, { 'retry-after': '86400' }));
    await moveBy(8 * SECOND);
    expect(await waitOf(id, 2)).toBe(10 * 60 * SECOND);
  });

  it('lets the next ones go before it, and is delivered once its endpoint is well', async () => {
    const { workspace, path, id } = await newWebhook();
    receiver.answer(path, withStatus(500));
    await engine.link(workspace);
    await waitOf(id, 1);
    receiver.answer(path, withStatus(200));
    await engine.link(workspace);
    const statuses = async () => (await engine.deliveries(id)).map(({ status }) => status);
    await eventually(async () => expect(await statuses()).toEqual(['pending', 'delivered']));
    await moveBy(6 * SECOND);
    await eventually(async () => expect(await statuses()).toEqual(['delivered', 'delivered']));
  });
});

describe('an endpoint that fails', () => {
  it('gets one delivery at a time after five failures in a row, until one succeeds', async () => {
    const { workspace, path, id } = await newWebhook();
    receiver.answer(path, withStatus(500));
    for (let n = 0; n < 5; n += 1) await engine.link(workspace);
    await eventually(() => expect(receiver.at(path)).toHaveLength(5));
    await eventually(async () =>
      expect((await engine.deliveries(id)).every(({ attempt }) => attempt === 1)).toBe(true),
    );
    receiver.answer(path, hang);
    for (let n = 0; n < 10; n += 1) await engine.link(workspace);
    await eventually(async () => expect(await engine.deliveries(id)).toHaveLength(15));
    await eventually(() => expect(receiver.at(path)).toHaveLength(6));
    // Another webhook has been served meanwhile, and still no second one is on its way.
    const other = await newWebhook();
    await engine.link(other.workspace, 5);
    await eventually(() => expect(receiver.at(other.path)).toHaveLength(6));
    expect(receiver.at(path)).toHaveLength(6);
  });

  it('is disabled at once by a 410, and what is pending is skipped', async () => {
    const { workspace, path, id } = await newWebhook();
    receiver.answer(path, withStatus(500));
    await engine.link(workspace);
    await waitOf(id, 1);
    receiver.answer(path, withStatus(410));
    await engine.link(workspace);
    await eventually(async () => expect(await isDisabled(workspace, id)).toBe(true));
    await eventually(async () =>
      expect((await engine.deliveries(id)).map(({ status }) => status)).toEqual(['skipped', 'skipped']),
    );
    const count = receiver.at(path).length;
    await engine.link(workspace);
    await moveBy(HOUR);
    await eventually(async () => expect(await engine.lag()).toBe(0n));
    expect(receiver.at(path)).toHaveLength(count);
  });

  it('is disabled after 20 exhausted deliveries in a row without a success for 24 hours, and not before', async () => {
    const { workspace, path, id } = await newWebhook();
    receiver.answer(path, withStatus(500));
    for (let n = 0; n < 19; n += 1) await engine.link(workspace);
    await exhaust(id, 19);
    await engine.link(workspace);
    // The last of its ten attempts decides, though no attempt has succeeded for three days.
    for (const [step, wait] of STEPS.slice(0, -1).entries()) {
      await wakeAfter(1.2 * wait);
      await attempted(id, 20, step + 1);
    }
    expect([await failedDeliveries(id), await isDisabled(workspace, id)]).toEqual([19, false]);
    await wakeAfter(1.2 * (STEPS.at(-1) ?? 0));
    await eventually(async () => expect(await isDisabled(workspace, id)).toBe(true));
    expect((await engine.deliveries(id)).map(({ status }) => status)).toEqual(Array<string>(20).fill('failed'));
  });
});

describe('an endpoint that answers now and then', () => {
  it('is not disabled: one success begins the count anew', async () => {
    const { workspace, path, id } = await newWebhook();
    receiver.answer(path, withStatus(500));
    for (let n = 0; n < 3; n += 1) await engine.link(workspace);
    await exhaust(id, 3);
    expect(await failedDeliveries(id)).toBe(3);
    receiver.answer(path, withStatus(200));
    await engine.link(workspace);
    await eventually(async () => expect(await failedDeliveries(id)).toBe(0));
    expect(await isDisabled(workspace, id)).toBe(false);
  });
});
