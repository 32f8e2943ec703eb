import { eventually } from '../../../../test/support/programs';
import { type WebhookEngine, withWebhookEngine } from '../../../../test/support/webhook-engine';
import { type WebhookReceiver, hang, startReceiver } from '../../../../test/support/webhook-receiver';

let engine: WebhookEngine;
let receiver: WebhookReceiver;

beforeAll(async () => {
  [engine, receiver] = [await withWebhookEngine(), await startReceiver()];
});
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
});
