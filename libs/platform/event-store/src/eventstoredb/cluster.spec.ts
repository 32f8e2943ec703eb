import { AccountRefused, type EventStore, NO_STREAM, StoreUnavailable } from '@kernel';
import { createEventStoreDb } from '@platform/event-store';
import { describeEventStore } from '../../../../../test/contract/event-store.contract';
import { newCategory, numbered, numbersOf, Subscriber } from '../../../../../test/contract/event-store.support';
import {
  type EventStoreDbClusterDouble,
  secured,
  startEventStoreDbCluster,
  startEventStoreDbDouble,
} from '../../../../../test/support/eventstoredb-double';
import { patientStore } from '../../../../../test/support/patient';

const log = { info: () => undefined, warn: () => undefined };
const timing = { silence: 200, rest: 200, heartbeat: 1_000 };
const SECURITY = secured('waymark', 'p@ss:word/1');
const connect = (url: string): EventStore => createEventStoreDb({ url, log, timing });

describeEventStore('EventStoreDB (a cluster of three by TLS and account, found by gossip)', async () => {
  const cluster = await startEventStoreDbCluster(3, SECURITY);
  const stores = [connect(cluster.url), connect(cluster.url)] as const;
  return {
    store: patientStore(stores[0]),
    secondStore: () => patientStore(stores[1]),
    drop: () => cluster.networks.forEach((network) => network.drop()),
    close: async () => {
      await Promise.all(stores.map((store) => store.close()));
      await cluster.close();
    },
  };
});

describe('a secure server', () => {
  it.each([
    ['another password', 'waymark', 'wrong'],
    ['another name', 'nobody', 'p@ss:word/1'],
  ])('refuses a connection with %s', async (_, username, password) => {
    const server = await startEventStoreDbDouble(SECURITY);
    const store = createEventStoreDb({ url: server.url, log, timing, credentials: { username, password } });
    await expect(store.append(`${newCategory()}-one`, numbered(1), NO_STREAM)).rejects.toThrow(AccountRefused);
    expect(server.log.records).toEqual([]);
    await store.close();
    await server.close();
  });

  it('tells an account that may not read $all which right it lacks', async () => {
    const server = await startEventStoreDbDouble({ ...SECURITY, mayReadAll: false });
    const warnings: object[] = [];
    const store = createEventStoreDb({
      url: server.url,
      log: { warn: (detail) => void warnings.push(detail) },
      timing,
    });
    const said = /refuses a right to the account: .* \$all/;
    await expect(store.head()).rejects.toThrow(said);
    const ending = new AbortController();
    const subscribed = (async () => {
      for await (const _ of store.subscribe({ after: -1n, categories: ['x'], signal: ending.signal }));
    })();
    while (warnings.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(warnings[0]).toMatchObject({ cause: expect.stringMatching(said) });
    ending.abort();
    await subscribed;
    await store.close();
    await server.close();
  });

  it('is not trusted without a trusted certificate', async () => {
    const server = await startEventStoreDbDouble(SECURITY);
    const store = connect(server.url.replace(/tlsCAFile=[^&]*/, 'connectionName=waymark'));
    await expect(store.read(`${newCategory()}-one`)).rejects.toThrow(StoreUnavailable);
    await store.close();
    await server.close();
  });
});

describe('a cluster', () => {
  let cluster: EventStoreDbClusterDouble;
  let store: EventStore;
  let subscriber: Subscriber;
  const category = newCategory();
  const stream = `${category}-one`;

  beforeEach(async () => {
    cluster = await startEventStoreDbCluster(3, SECURITY);
    store = connect(cluster.url);
    subscriber = await new Subscriber(store, [category]).caughtUp();
  });
  afterEach(async () => {
    await subscriber.stop();
    await store.close();
    await cluster.close();
  });

  /** Appends as a caller does that retries when it is asked to. */
  const appendInTheEnd = async (from: number): Promise<void> => {
    const events = numbered(1, from);
    const attempt = (): Promise<unknown> => store.append(stream, events, BigInt(from) - 1n);
    for (const until = performance.now() + 240_000; performance.now() < until;) {
      const failure = await attempt().then(
        () => undefined,
        (error: Error) => error,
      );
      if (failure === undefined) return;
      if (!(failure instanceof StoreUnavailable)) throw failure;
    }
    throw new Error('the cluster has not come back');
  };

  it('is followed to its new leader after an election, and no caller notices', async () => {
    // A caller that waits: an answer takes its time on a busy machine.
    const patient = createEventStoreDb({ url: cluster.url, log, timing: { ...timing, append: 60_000, read: 60_000 } });
    await patient.append(stream, numbered(1), NO_STREAM);
    for (const [n, leader] of [2, 1, 0].entries()) {
      cluster.elect(leader);
      await patient.append(stream, numbered(1, n + 1), BigInt(n));
    }
    await patient.close();
    await subscriber.received(4);
    expect(numbersOf(subscriber.events)).toEqual([0, 1, 2, 3]);
  });

  it('continues when its leader is gone and another is elected', async () => {
    await appendInTheEnd(0);
    await cluster.networks[0]?.refuse();
    cluster.elect(1);
    await appendInTheEnd(1);
    await subscriber.received(2);
    expect(numbersOf(await store.read(stream))).toEqual([0, 1]);
    expect(numbersOf(subscriber.events)).toEqual([0, 1]);
  });

  it('is left by all for a new leader once a call got no answer, though nothing else is asked', async () => {
    const own = createEventStoreDb({
      url: cluster.url,
      log,
      timing: { append: 300, read: 300, silence: 600_000, heartbeat: 600_000 },
    });
    const waiting = new Subscriber(own, [category]);
    await appendInTheEnd(0);
    await waiting.received(1);
    cluster.networks[0]?.freeze();
    await expect(own.append(`${category}-two`, numbered(1), NO_STREAM)).rejects.toThrow(StoreUnavailable);
    cluster.elect(2);
    // Its subscription has no other way to learn of it: neither a heartbeat nor a call is due.
    await appendInTheEnd(1);
    await waiting.received(2);
    await waiting.stop();
    await own.close();
  });

  it('is left for another node when the leader falls silent', async () => {
    await appendInTheEnd(0);
    cluster.networks[0]?.freeze();
    cluster.elect(2);
    await appendInTheEnd(1);
    await subscriber.received(2);
    expect(numbersOf(subscriber.events)).toEqual([0, 1]);
  });
});
