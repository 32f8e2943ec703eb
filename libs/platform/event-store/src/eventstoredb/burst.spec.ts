import { type EventStore, type Recorded } from '@kernel';
import { createEventStoreDb } from '@platform/event-store';
import {
  newCategory,
  numbered,
  numbersOf,
  proposed,
  Subscriber,
} from '../../../../../test/contract/event-store.support';
import { type EventStoreDbDouble, startEventStoreDbDouble } from '../../../../../test/support/eventstoredb-double';
import { patientStore } from '../../../../../test/support/patient';

/** The machine may be busy: nothing here is about silence. */
const timing = { append: 120_000, answer: 120_000, read: 120_000, heartbeat: 120_000 };

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
    store = createEventStoreDb({ url: double.url, log, timing });
  });
  afterEach(async () => {
    await store.close();
    await double.close();
  });
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

  it.each([
    // More than stay in memory.
    ['9,000 small ones', 9_000, 100, ''],
    ['200 large ones', 200, 2, 'x'.repeat(256 * 1024)],
  ])('delivers %s once each to a consumer that stops for longer than memory suffices', async (_, count, some, text) => {
    const category = newCategory();
    const patient = patientStore(store);
    const seen: Recorded[] = [];
    const abort = new AbortController();
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
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
    const other = await new Subscriber(store, [category]).caughtUp();
    const receivesAll = other.until(() => {
      const last = other.deliveries.findLast(({ kind }) => kind === 'event');
      return last?.kind === 'event' && numbersOf([last.recorded])[0] === count - 1;
    });
    for (let n = 0; n < count; n += some) {
      const events = Array.from({ length: some }, (_, index) => proposed({ n: n + index, text }));
      await patient.append(`${category}-one`, events, BigInt(n) - 1n);
    }
    // Those who keep up do not wait for it.
    await receivesAll;
    await other.stop();
    const { read } = double.calls;
    release();
    await consumed;
    expect(double.calls.read).toBeGreaterThan(read);
    expect(numbersOf(seen)).toEqual(upTo(count));
    expect(warnings).toEqual([]);
  });

  it('is received once for all subscriptions of the process', async () => {
    const [one, two] = [newCategory(), newCategory()];
    const subscribers = await Promise.all(
      [[one], [one], [two], [one, two]].map((categories) => new Subscriber(store, categories).caughtUp()),
    );
    const patient = patientStore(store);
    await patient.append(`${one}-one`, numbered(100), -1n);
    await patient.append(`${two}-one`, numbered(100, 100), -1n);
    const [first, second] = [upTo(100), upTo(200).slice(100)];
    const wanted = [first, first, second, upTo(200)];
    await Promise.all(subscribers.map((subscriber, n) => subscriber.received(wanted[n]?.length ?? 0)));
    expect(subscribers.map(({ events }) => numbersOf(events))).toEqual(wanted);
    expect(double.log.appended.listenerCount('append')).toBe(1);
    await Promise.all(subscribers.map((subscriber) => subscriber.stop()));
  });
});
