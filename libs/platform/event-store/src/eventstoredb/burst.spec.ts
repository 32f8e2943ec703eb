import { type EventStore, type Recorded } from '@kernel';
import { createEventStoreDb } from '@platform/event-store';
import {
  metadata,
  newCategory,
  numbered,
  numbersOf,
  Subscriber,
} from '../../../../../test/contract/event-store.support';
import { type EventStoreDbDouble, startEventStoreDbDouble } from '../../../../../test/support/eventstoredb-double';
import { patientStore } from '../../../../../test/support/patient';

describe('a subscription in a burst, of which the server keeps 32 events', () => {
  let double: EventStoreDbDouble;
  let store: EventStore;
  const warnings: string[] = [];

  beforeEach(async () => {
    warnings.length = 0;
    double = await startEventStoreDbDouble();
    const log = {
      warn: (detail: object, message: string) => void warnings.push(`${message} ${JSON.stringify(detail)}`),
    };
    // The machine may be busy: nothing here is about silence.
    store = createEventStoreDb({ url: double.url, log, timing: { heartbeat: 120_000 } });
  });
  afterEach(async () => {
    await store.close();
    await double.close();
  });
  /** Large ones fill what the network keeps. */
  const large = (count: number, from: number) =>
    numbered(count, from).map((event) => ({ ...event, metadata: metadata({ correlation_id: 'x'.repeat(2_000) }) }));
  const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

  it('goes on after the last event, and no loss is counted or logged', async () => {
    const category = newCategory();
    const patient = patientStore(store);
    const subscriber = await new Subscriber(store, [category]).caughtUp();
    for (let n = 0; n < 5; n += 1)
      await patient.append(`${category}-one`, numbered(200, n * 200), BigInt(n * 200) - 1n);
    await subscriber.received(1_000);
    expect(numbersOf(subscriber.events)).toEqual(upTo(1_000));
    expect(double.calls.tooSlow).toBeGreaterThan(0);
    expect(warnings).toEqual([]);
    await subscriber.stop();
  });

  it('delivers every event once to a consumer that stops for longer than all buffers suffice', async () => {
    const category = newCategory();
    const patient = patientStore(store);
    const seen: Recorded[] = [];
    const abort = new AbortController();
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const count = 6_000;
    let live = (): void => undefined;
    const isLive = new Promise<void>((resolve) => (live = resolve));
    const consumed = (async () => {
      for await (const delivery of store.subscribe({ after: -1n, categories: [category], signal: abort.signal })) {
        if (delivery.kind === 'caught-up') live();
        else {
          if (seen.length === 0) await released;
          seen.push(delivery.recorded);
          if (seen.length === count) abort.abort();
        }
      }
    })();
    await isLive;
    for (let n = 0; n < count; n += 20) await patient.append(`${category}-one`, large(20, n), BigInt(n) - 1n);
    expect(double.calls.tooSlow).toBeGreaterThan(0);
    release();
    await consumed;
    expect(numbersOf(seen)).toEqual(upTo(count));
    expect(warnings).toEqual([]);
  });
});
