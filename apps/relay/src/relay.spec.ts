import { randomUUID } from 'node:crypto';
import { RELAY } from '@contexts/aggregates';
import { type LinkEvent, linkStream } from '@contexts/links';
import { type EventStore, type PublicEvent, idOf } from '@kernel';
import { eventStoreMigrations } from '@platform/event-store';
import { EVERY_WORKSPACE, PostgresProcessorState, applicationConnection } from '@platform/read-store';
import { patientStore } from '../../../test/support/patient';
import { type OpenStore, openEventStore } from '../../../test/support/postgres-event-store';
import { eventually } from '../../../test/support/programs';
import { linkCreated } from '../../../test/support/link-events';
import { storyOf } from '../../../test/support/public-samples';
import { type TestReadStore, quiet, withReadStore } from '../../../test/support/read-store';
import { type Message, type Publish, TooLarge } from './messages';
import { runRelay } from './relay';

let test: TestReadStore;
let opened: OpenStore;
let store: EventStore;
const relays: (() => Promise<void>)[] = [];

beforeAll(async () => {
  test = await withReadStore(eventStoreMigrations);
  opened = openEventStore(test.database);
  store = patientStore(opened.store);
});
afterEach(async () => {
  await Promise.all(relays.splice(0).map((stop) => stop()));
});
afterAll(async () => {
  await opened.close();
  await test.close();
});

/** A relay that runs until it is stopped or the test ends. */
const startRelay = (publish: Publish) => {
  const ending = new AbortController();
  const connect = () => applicationConnection(test.database.url, { name: 'relay', workspace: EVERY_WORKSPACE });
  const running = runRelay({
    store,
    pool: test.store.system,
    connect,
    publicUrl: 'https://go.example.com',
    publish,
    log: quiet,
    signal: ending.signal,
  });
  const stop = () => (ending.abort(), running);
  relays.push(stop);
  return stop;
};

/** A broker that accepts everything, and what it accepted. */
const broker = () => {
  const taken: Message[] = [];
  const publish: Publish = async (messages) => void taken.push(...messages);
  const of = (stream: string) =>
    taken.filter(({ key }) => key === stream).map(({ value }) => JSON.parse(value) as PublicEvent);
  return { publish, taken, of };
};

const metadata = storyOf('link.created')[0]!.metadata;
const append = (stream: string, expected: bigint, ...events: readonly LinkEvent[]) => {
  const proposed = events.map((event) => ({ id: randomUUID(), event, metadata }));
  return store
    .append(stream, proposed, expected)
    .then((appended) => ({ ...appended, ids: proposed.map(({ id }) => idOf('evt', id)) }));
};

let made = 0;
const newLink = async () => {
  const link_id = `link_${(made += 1)}x${randomUUID().slice(0, 8)}`;
  const stream = linkStream(link_id);
  const { ids } = await append(stream, -1n, linkCreated({ link_id, alias: link_id }));
  const retitle = (revision: bigint, to: string) =>
    append(stream, revision, { type: 'LinkUpdated', data: { link_id, changes: { title: { from: null, to } } } });
  return { link_id, stream, ids, retitle };
};

const state = () => new PostgresProcessorState(test.store.system, RELAY.name);
const checkpoint = () => state().checkpoint();
/** Replaces the second event of a stream by one that can be folded. */
const mend = (stream: string) =>
  test.owner.query(
    `update waymark_events.events set data = jsonb_set(data, '{changes}', '{}') where stream = $1 and revision = 1`,
    [stream],
  );
const head = () => store.head(['link', 'apikey']);
const caughtUp = () => eventually(async () => expect(await checkpoint()).toBe(await head()));

describe('the relay', () => {
  it('publishes past and new events in order per resource, with the state before and after', async () => {
    const link = await newLink();
    const {
      ids: [second],
    } = await link.retitle(0n, 'Summer');
    const { publish, of } = broker();
    startRelay(publish);
    await caughtUp();
    const {
      ids: [third],
    } = await link.retitle(1n, 'Autumn');
    await eventually(() => expect(of(link.stream)).toHaveLength(3));
    expect(of(link.stream).map(({ id, type, data, previous }) => [id, type, data['title'], previous])).toEqual([
      [link.ids[0], 'link.created', null, {}],
      [second, 'link.updated', 'Summer', { title: null }],
      [third, 'link.updated', 'Autumn', { title: 'Summer' }],
    ]);
  });

  it('passes on which span wrote an event, as a header alone', async () => {
    const [traceparent, link_id] = ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', `link_t${randomUUID()}`];
    const [stream, event] = [linkStream(link_id), linkCreated({ link_id, alias: link_id })];
    await store.append(stream, [{ id: randomUUID(), event, metadata: { ...metadata, traceparent } }], -1n);
    const plain = await newLink();
    const { publish, taken } = broker();
    startRelay(publish);
    await caughtUp();
    const of = (key: string) => taken.find((message) => message.key === key);
    expect(of(stream)?.headers).toMatchObject({ type: 'link.created', traceparent });
    expect(of(stream)?.value).not.toContain(traceparent);
    expect(of(plain.stream)?.headers).not.toHaveProperty('traceparent');
  });

  it('moves its checkpoint only after the broker’s acknowledgement, and repeats with the same ids', async () => {
    await startAndStop();
    const link = await newLink();
    await link.retitle(0n, 'Summer');
    const before = await checkpoint();
    const { publish, of } = broker();
    let attempts = 0;
    let acknowledge = (): void => undefined;
    const acknowledged = new Promise<void>((resolve) => (acknowledge = resolve));
    startRelay(async (messages) => {
      await publish(messages);
      if ((attempts += 1) < 4) throw new Error('the acknowledgement was lost');
      await acknowledged;
    });
    await eventually(() => expect(attempts).toBe(4));
    expect(await checkpoint()).toBe(before);
    acknowledge();
    await caughtUp();
    const ids = of(link.stream).map(({ id }) => id);
    expect(ids.slice(0, 3)).toEqual([link.ids[0], link.ids[0], link.ids[0]]);
    expect([...new Set(ids)]).toHaveLength(2);
  });

  it('does not repeat what was acknowledged before it stopped', async () => {
    await newLink();
    await startAndStop();
    const link = await newLink();
    const { publish, taken } = broker();
    startRelay(publish);
    await caughtUp();
    expect(new Set(taken.map(({ key }) => key))).toEqual(new Set([link.stream]));
  });

  it('runs once at a time; the next one resumes where it ended', async () => {
    const [first, second] = [broker(), broker()];
    const stop = startRelay(first.publish);
    const earlier = await newLink();
    await caughtUp();
    startRelay(second.publish);
    const link = await newLink();
    await caughtUp();
    // By the first one, unless that was held up for so long that it lost its lead.
    expect([...first.of(link.stream), ...second.of(link.stream)]).toHaveLength(1);
    await stop();
    const next = await newLink();
    await eventually(() => expect(second.of(next.stream)).toHaveLength(1));
    expect(second.of(earlier.stream)).toEqual([]);
  });

  it('parks a stream that it cannot publish, continues with others, and publishes it after the repair', async () => {
    const poisoned = await newLink();
    await append(poisoned.stream, 0n, {
      type: 'LinkUpdated',
      data: { link_id: poisoned.link_id, changes: null as unknown as object },
    });
    const first = broker();
    const stop = startRelay(first.publish);
    await caughtUp();
    await poisoned.retitle(1n, 'Later');
    const healthy = await newLink();
    await eventually(() => expect(first.of(healthy.stream)).toHaveLength(1));
    expect(first.of(poisoned.stream).map(({ type }) => type)).not.toContain('link.updated');
    await caughtUp();
    await stop();
    await mend(poisoned.stream);
    const second = broker();
    startRelay(second.publish);
    await eventually(() => expect(second.of(poisoned.stream).at(-1)?.data['title']).toBe('Later'));
    const published = [...first.of(poisoned.stream), ...second.of(poisoned.stream)].map(({ type }) => type);
    expect(published).toEqual(['link.created', 'link.updated', 'link.updated']);
    await eventually(async () => expect(await state().parked()).toEqual([]));
  });

  it('parks a stream with an event that the broker refuses for its size, and publishes the others', async () => {
    await startAndStop();
    const [large, healthy] = [await newLink(), await newLink()];
    await large.retitle(0n, 'Too large');
    await large.retitle(1n, 'Later');
    const { publish, of } = broker();
    let limit = true;
    startRelay(async (messages) => {
      if (limit && messages.some(({ value }) => value.includes('Too large'))) throw new TooLarge('1.9 MB');
      await publish(messages);
    });
    await caughtUp();
    expect(of(large.stream).map(({ type }) => type)).toEqual(['link.created']);
    expect(of(healthy.stream)).toHaveLength(1);
    const [parked] = await state().parked();
    expect(parked).toMatchObject({ stream: large.stream, cause: expect.stringContaining('TooLarge') as string });

    limit = false;
    await state().requestRetry();
    await eventually(() => expect(of(large.stream).at(-1)?.data['title']).toBe('Later'));
    expect(of(large.stream)).toHaveLength(3);
  });

  it('retries a parked stream while it runs, when an operator asks for it', async () => {
    const poisoned = await newLink();
    const changes = null as unknown as object;
    await append(poisoned.stream, 0n, { type: 'LinkUpdated', data: { link_id: poisoned.link_id, changes } });
    const { publish, of } = broker();
    startRelay(publish);
    await caughtUp();
    expect(await state().parked()).toMatchObject([
      { stream: poisoned.stream, cause: expect.stringContaining('TypeError') },
    ]);
    await mend(poisoned.stream);
    await state().requestRetry();
    await eventually(async () => expect(await state().parked()).toEqual([]));
    expect(of(poisoned.stream).map(({ type }) => type)).toEqual(['link.created', 'link.updated']);
  });

  it('publishes what comes before a poison event in the same batch', async () => {
    await startAndStop();
    const poisoned = await newLink();
    await poisoned.retitle(0n, 'Summer');
    const changes = null as unknown as object;
    await append(poisoned.stream, 1n, { type: 'LinkUpdated', data: { link_id: poisoned.link_id, changes } });
    await poisoned.retitle(2n, 'Later');
    const { publish, of } = broker();
    startRelay(publish);
    await caughtUp();
    expect(of(poisoned.stream).map(({ data }) => data['title'])).toEqual([null, 'Summer']);
    const [third] = await store.read(poisoned.stream, { from: 2n });
    expect(await state().parked()).toMatchObject([{ stream: poisoned.stream, position: third?.position }]);
  });

  it('never reads a stream short of what the store has delivered', async () => {
    await startAndStop();
    const link = await newLink();
    await startAndStop();
    await link.retitle(0n, 'Summer');
    let short = 3;
    const real = store;
    const { publish, of } = broker();
    store = {
      ...real,
      subscribe: (options) => real.subscribe(options),
      read: async (stream) => ((short -= 1) >= 0 ? (await real.read(stream)).slice(0, 1) : real.read(stream)),
    };
    try {
      startRelay(publish);
      await eventually(() => expect(of(link.stream).map(({ previous }) => previous)).toEqual([{ title: null }]));
    } finally {
      store = real;
    }
  });
});

/** Moves the checkpoint to the end. */
const startAndStop = async () => {
  const stop = startRelay(async () => undefined);
  await caughtUp();
  await stop();
};
