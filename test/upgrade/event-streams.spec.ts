import { randomUUID } from 'node:crypto';
import { CATEGORIES, AGGREGATE_READ_MODELS } from '@contexts/aggregates';
import { type EventStore, type Recorded, categoryOf } from '@kernel';
import { someMetadata } from '@kernel/testing';
import { createEventStoreDb } from '@platform/event-store';
import { Subscriber } from '../contract/event-store.support';
import { type EventStoreDbDouble, startEventStoreDbDouble } from '../support/eventstoredb-double';
import { quiet } from '../support/read-store';
import { fixturesWith } from './fixtures';
import { type OldRecord, STREAMS, restore, streamsOf } from './old-streams';

describe.each(fixturesWith(STREAMS))('the streams of %s in EventStoreDB', (fixture) => {
  const { records, rows } = streamsOf(fixture);
  const events = records.filter(({ stream }) => CATEGORIES.includes(categoryOf(stream)));
  let double: EventStoreDbDouble;
  let store: EventStore;

  beforeAll(async () => {
    double = await startEventStoreDbDouble();
    restore(double, records);
    store = createEventStoreDb({ url: double.url, log: quiet });
  });
  afterAll(async () => {
    await store?.close();
    await double?.close();
  });

  const written = ({ stream, revision, id, type, data, metadata }: OldRecord) => ({
    id,
    event: { type, data: JSON.parse(data) as unknown },
    stream,
    revision: BigInt(revision),
    metadata: JSON.parse(metadata) as unknown,
  });
  const without = ({ position: _, ...recorded }: Recorded) => recorded;

  it('are read as they were written', async () => {
    const streams = new Set(events.map(({ stream }) => stream));
    expect(streams.size).toBeGreaterThan(10);
    for (const name of streams) {
      const expected = events.filter(({ stream }) => stream === name).map(written);
      expect((await store.read(name)).map(without)).toEqual(expected);
    }
  });

  it('are delivered by a subscription in their order, and nothing else is', async () => {
    const subscriber = await new Subscriber(store, CATEGORIES).caughtUp();
    await subscriber.stop();
    expect(subscriber.events.map(without)).toEqual(events.map(written));
  });

  it.each(Object.keys(rows))('make the rows of %s that they made then', async (model) => {
    const subscriber = await new Subscriber(store, CATEGORIES).caughtUp();
    await subscriber.stop();
    const folded = rowsBy(model, subscriber.events);
    expect(Object.keys(folded).sort()).toEqual(Object.keys(rows[model] ?? {}).sort());
    expect(folded).toMatchObject(rows[model] ?? {});
  });

  it('take the next event where they end, and no other', async () => {
    const last = events.findLast(({ stream }) => categoryOf(stream) === 'link');
    if (!last) throw new Error('there is no link');
    const { link_id } = JSON.parse(last.data) as { link_id: string };
    const event = { type: 'LinkDisabled', data: { link_id } };
    const append = (at: bigint) =>
      store.append(last.stream, [{ id: randomUUID(), event, metadata: someMetadata() }], at);
    const expected = BigInt(last.revision);
    await expect(append(expected - 1n)).rejects.toThrow(`is at revision ${expected}`);
    expect(await append(expected)).toMatchObject({ revision: expected + 1n });
  });
});

/** The rows of a read model by their keys. */
const rowsBy = (model: string, events: readonly Recorded[]): Record<string, object> => {
  const readModel = AGGREGATE_READ_MODELS.find(({ projection }) => projection.name === model);
  if (!readModel) throw new Error(`there is no read model ${model}`);
  const { categories, keys, evolve } = readModel.projection;
  const found = new Map<string, NonNullable<ReturnType<typeof evolve>>>();
  for (const recorded of events.filter(({ stream }) => categories.includes(categoryOf(stream)))) {
    for (const key of keys(recorded)) {
      const row = evolve(found.get(key) ?? null, recorded, key);
      if (row) found.set(key, row);
      else found.delete(key);
    }
  }
  return Object.fromEntries(found);
};
