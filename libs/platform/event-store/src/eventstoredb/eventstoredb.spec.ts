import {
  EventStoreDBClient,
  jsonEvent,
  NO_STREAM as NO_STREAM_YET,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { type EventStore, NO_STREAM, StoreUnavailable } from '@kernel';
import { createEventStoreDb, type EventStoreDbOptions } from '@platform/event-store';
import { describeEventStore } from '../../../../../test/contract/event-store.contract';
import { newCategory, numbered, numbersOf, Subscriber } from '../../../../../test/contract/event-store.support';
import { type EventStoreDbDouble, startEventStoreDbDouble } from '../../../../../test/support/eventstoredb-double';
import { insist } from '../../../../../test/support/insist';
import { eventually } from '../../../../../test/support/programs';
import { patientStore } from '../../../../../test/support/patient';

const silent = { warn: () => undefined };
const quick: EventStoreDbOptions['timing'] = { silence: 200, rest: 200, heartbeat: 1_000 };
const connect = (url: string, timing = quick): EventStore => createEventStoreDb({ url, log: silent, timing });

describeEventStore('EventStoreDB (protocol double)', async () => {
  const double = await startEventStoreDbDouble();
  const stores = [connect(double.url), connect(double.url)] as const;
  return {
    store: patientStore(stores[0]),
    secondStore: () => patientStore(stores[1]),
    drop: () => double.network.drop(),
    close: async () => {
      await Promise.all(stores.map((store) => store.close()));
      await double.close();
    },
  };
});

const server = process.env['EVENTSTORE_URL'];
(server ? describe : describe.skip)(
  server ? 'at EVENTSTORE_URL' : 'skipped, for EVENTSTORE_URL names no server',
  () => {
    describeEventStore('EventStoreDB (real server)', () => {
      const stores = [connect(server ?? '', {}), connect(server ?? '', {})] as const;
      return {
        store: stores[0],
        secondStore: () => stores[1],
        close: async () => void (await Promise.all(stores.map((store) => store.close()))),
      };
    });
  },
);

describe('EventStoreDB when the server or the network fails', () => {
  let double: EventStoreDbDouble;
  let category: string;
  let stream: string;
  const stores: EventStore[] = [];
  const subscribers: Subscriber[] = [];
  const open = (timing = quick): EventStore => {
    const store = connect(double.url, timing);
    stores.push(store);
    return store;
  };
  const subscribe = (store: EventStore): Subscriber => {
    const subscriber = new Subscriber(store, [category]);
    subscribers.push(subscriber);
    return subscriber;
  };

  beforeEach(async () => {
    double = await startEventStoreDbDouble();
    category = newCategory();
    stream = `${category}-one`;
  });
  afterEach(async () => {
    await Promise.all(subscribers.splice(0).map((subscriber) => subscriber.stop()));
    await Promise.all(stores.splice(0).map((store) => store.close()));
    await double.close();
  });

  it('reports the store as unavailable while it is down, and recovers by itself', async () => {
    const store = open();
    const subscriber = await subscribe(store).caughtUp();
    await double.network.refuse();
    await expect(store.append(stream, numbered(1), NO_STREAM)).rejects.toThrow(StoreUnavailable);
    await expect(store.read(stream)).rejects.toThrow(StoreUnavailable);
    await expect(store.head([category])).rejects.toThrow(StoreUnavailable);

    await double.network.accept();
    const events = numbered(1);
    await insist(() => store.append(stream, events, NO_STREAM));
    await subscriber.received(1);
    expect(numbersOf(subscriber.events)).toEqual([0]);
  });

  it('gives up calls that are never answered, and recognises a repeated append', async () => {
    const store = open({ append: 500, read: 1_500 });
    const events = numbered(2);
    expect(await insist(() => store.read(stream))).toEqual([]);
    double.network.freeze();
    await expect(store.append(stream, events, NO_STREAM)).rejects.toThrow(StoreUnavailable);
    await expect(store.read(stream)).rejects.toThrow(StoreUnavailable);
    await expect(store.head([category])).rejects.toThrow(StoreUnavailable);

    await double.network.accept();
    const settled = patientStore(open());
    expect(await settled.append(stream, events, NO_STREAM)).toMatchObject({ revision: 1n });
    expect(numbersOf(await settled.read(stream))).toEqual([0, 1]);
  });

  it('says where the log ends if the server would search for the last event of categories for long', async () => {
    const store = patientStore(open());
    const [rare, often] = [newCategory(), newCategory()];
    await store.append(`${rare}-one`, numbered(1), NO_STREAM);
    const { position } = await store.append(`${often}-one`, numbered(400), NO_STREAM);
    double.log.searchMs = 50;
    expect(await store.head([often])).toBe(position);
    expect(await store.head([rare])).toBe(await store.head());
    expect(await store.head([newCategory()])).toBe(await store.head());
  });

  it('notices a silent subscription and resumes it by a new connection', async () => {
    const store = patientStore(open());
    const subscriber = await subscribe(store).caughtUp();
    await store.append(stream, numbered(1), NO_STREAM);
    await subscriber.received(1);
    double.network.stall();
    await patientStore(open()).append(stream, numbered(2, 1), 0n);
    await subscriber.received(3);
    expect(numbersOf(subscriber.events)).toEqual([0, 1, 2]);
    await store.append(stream, numbered(1, 3), 2n);
    await subscriber.received(4);
  });

  it("keeps an append's deadline when the server is slow, and stays usable afterwards", async () => {
    const store = open({ append: 100 });
    await patientStore(open()).read(stream);
    // A caller that waits for the answer would get it.
    double.network.delay(3_000);
    await expect(store.append(stream, numbered(1), NO_STREAM)).rejects.toThrow(StoreUnavailable);
    double.network.delay(0);
    await double.network.accept();
    expect((await patientStore(open()).append(`${category}-two`, numbered(1), NO_STREAM)).revision).toBe(0n);
  });

  it('survives a cut connection with any number of appends under way', async () => {
    const store = open();
    const attempts = Array.from({ length: 200 }, async (_, index) => {
      if (index % 20 === 0) double.network.drop();
      await store.append(`${category}-${index}`, numbered(1), NO_STREAM);
    });
    const outcomes = await Promise.allSettled(attempts);
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    expect(failures.filter((failure) => !(failure instanceof StoreUnavailable))).toEqual([]);
  });

  it('appends by separate calls, never by the batch that all clients of a process share', async () => {
    const store = open({ ...quick, append: 60_000, answer: 60_000 });
    await Promise.all(
      Array.from({ length: 5 }, (_, index) => store.append(`${category}-${index}`, numbered(1), NO_STREAM)),
    );
    expect(double.calls).toMatchObject({ append: 5, batchAppend: 0 });
  });

  it('advances its mark by heartbeats that no consumer sees, in a bounded stream', async () => {
    const subscriber = await subscribe(open({ silence: 20, rest: 20, heartbeat: 1_000 })).caughtUp();
    await subscriber.until(() => subscriber.marks.length >= 4);
    expect(subscriber.events).toEqual([]);
    expect(double.log.records.filter((record) => record.type === 'Heartbeat').length).toBeGreaterThanOrEqual(4);
    expect(double.log.visible('heartbeat-subscriptions')).toHaveLength(1);
  });

  it('writes no heartbeat to another store than the one that is followed', async () => {
    const warnings: string[] = [];
    const log = { warn: (context: object) => void warnings.push(JSON.stringify(context)) };
    const store = createEventStoreDb({ url: double.url, log, timing: { silence: 20, rest: 20, heartbeat: 1_000 } });
    stores.push(store);
    await insist(() => store.identify('its own'));
    await subscribe(patientStore(store)).caughtUp();
    await double.restartOn(double.log.records.filter(({ type }) => type !== 'StoreIdentified'));
    const beats = () => double.log.records.filter(({ type }) => type === 'Heartbeat').length;
    const before = beats();
    await eventually(() => expect(warnings.join()).toContain('without an id and not its own'));
    expect(beats()).toBe(before);
  });

  it('leaves a failure of the question after a lost connection to its caller, as it is none of the server', async () => {
    const away = new Error('the tables do not answer');
    let live = (): void => undefined;
    const isLive = new Promise<void>((resolve) => (live = resolve));
    const { signal } = new AbortController();
    const onReconnect = (): Promise<void> => Promise.reject(away);
    const followed = (async () => {
      const deliveries = patientStore(open()).subscribe({ after: -1n, categories: [category], signal, onReconnect });
      for await (const { kind } of deliveries) if (kind === 'caught-up') live();
    })();
    followed.catch(() => undefined);
    await isLive;
    double.network.drop();
    await expect(followed).rejects.toBe(away);
  });

  it('writes no heartbeats at rest as long as the server answers', async () => {
    const store = open({ silence: 20, rest: 600_000, heartbeat: 600_000 });
    await Promise.all([subscribe(store).caughtUp(), subscribe(store).caughtUp()]);
    const beats = () => double.log.records.filter(({ type }) => type === 'Heartbeat').length;
    const [before, asked] = [beats(), double.calls.read];
    while (double.calls.read < asked + 10) await new Promise((resolve) => setImmediate(resolve));
    expect(beats()).toBe(before);
  });

  it("advances its mark by the server's checkpoints of other categories, without a heartbeat", async () => {
    const store = patientStore(open({ silence: 60_000, heartbeat: 60_000 }));
    const subscriber = await subscribe(store).caughtUp();
    const [mark] = subscriber.marks;
    const foreign = await store.append(`${newCategory()}-x`, numbered(600), NO_STREAM);
    await subscriber.until(() => subscriber.marks.length > 1);
    expect(subscriber.marks.at(-1)! > mark! && subscriber.marks.at(-1)! <= foreign.position).toBe(true);
  });

  it('does not report caught-up during history', async () => {
    const store = patientStore(open());
    await subscribe(store).caughtUp();
    await store.append(`${newCategory()}-x`, numbered(600), NO_STREAM);
    await store.append(stream, numbered(600), NO_STREAM);
    const subscriber = await subscribe(store).caughtUp();
    expect(subscriber.deliveries.findIndex((delivery) => delivery.kind === 'caught-up')).toBe(600);
  });

  it('refuses a secure server without credentials when it is made, not when it is first used', () => {
    expect(() => connect('esdb://example.org:2113')).toThrow(/user and a password/);
    expect(() => connect('esdb://example.org:2113?tls=true')).toThrow(/user and a password/);
  });
});

describe('the protocol double', () => {
  it("answers a client's batched appends, lost races and repeats like single ones", async () => {
    const double = await startEventStoreDbDouble();
    const client = EventStoreDBClient.connectionString(double.url);
    try {
      const event = jsonEvent({ type: 'Tried', data: { n: 1 } });
      const first = await client.appendToStream('try-1', event, { expectedRevision: NO_STREAM_YET });
      expect(await client.appendToStream('try-1', event, { expectedRevision: NO_STREAM_YET })).toEqual(first);
      const lost = client.appendToStream('try-1', jsonEvent({ type: 'Tried', data: {} }), { expectedRevision: 4n });
      await expect(lost).rejects.toThrow(WrongExpectedVersionError);
      await expect(lost).rejects.toMatchObject({ expectedVersion: 4n, actualVersion: 0n });
      expect(double.calls).toMatchObject({ append: 0, batchAppend: 1 });

      const backwards: unknown[] = [];
      await client.appendToStream('try-1', jsonEvent({ type: 'Tried', data: { n: 2 } }), { expectedRevision: 0n });
      for await (const { event } of client.readStream('try-1', { direction: 'backwards', fromRevision: 'end' }))
        backwards.push(event?.data);
      expect(backwards).toEqual([{ n: 2 }, { n: 1 }]);
      const all: unknown[] = [];
      for await (const { event } of client.readAll({ maxCount: 1, fromPosition: first.position }))
        all.push(event?.data);
      expect(all).toEqual([{ n: 1 }]);
    } finally {
      await client.dispose();
      await double.close();
    }
  });
});
