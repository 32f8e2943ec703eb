import { type EventStore, NO_STREAM, StoreUnavailable } from '@kernel';
import { createEventStoreDb, type EventStoreDbOptions } from '@platform/event-store';
import { newCategory, numbered, numbersOf } from '../../../../../test/contract/event-store.support';
import { type EventStoreDbDouble, startEventStoreDbDouble } from '../../../../../test/support/eventstoredb-double';
import { insist } from '../../../../../test/support/insist';

describe('an append that gets no answer', () => {
  let double: EventStoreDbDouble;
  const stores: EventStore[] = [];
  const warnings: string[] = [];
  const open = (timing: EventStoreDbOptions['timing']): EventStore => {
    const log = { warn: (_: object, message: string) => void warnings.push(message) };
    const store = createEventStoreDb({ url: double.url, log, timing });
    stores.push(store);
    return store;
  };

  beforeEach(async () => {
    double = await startEventStoreDbDouble();
    warnings.length = 0;
  });
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()));
    await double.close();
  });

  it('is answered as soon as the equal one is stored for which the server dropped it', async () => {
    const stream = `${newCategory()}-one`;
    const [one, other] = [open({ append: 20_000 }), open({ append: 20_000 })];
    await Promise.all([one.read(stream), other.read(stream)]);
    double.writer.latency = 100;
    const events = numbered(2);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? one : other).append(stream, events, NO_STREAM)),
    );
    expect(new Set(answers.map(({ revision, position }) => `${revision}@${position}`)).size).toBe(1);
    expect(numbersOf(await one.read(stream))).toEqual([0, 1]);
  });

  it('is sent again when it is not stored, and then stored once', async () => {
    const stream = `${newCategory()}-one`;
    const store = open({ append: 20_000 });
    let lost = 0;
    double.writer.loses = () => (lost += 1) <= 2;
    expect(await store.append(stream, numbered(2), NO_STREAM)).toMatchObject({ revision: 1n });
    expect(numbersOf(await store.read(stream))).toEqual([0, 1]);
    expect(lost).toBeGreaterThan(2);
  });

  it('loses the race when its place was taken meanwhile', async () => {
    const stream = `${newCategory()}-one`;
    const [store, other] = [open({ append: 20_000 }), open({ append: 20_000 })];
    let lost = false;
    double.writer.loses = () => !lost && (lost = true);
    const refused = store.append(stream, numbered(1), NO_STREAM);
    refused.catch(() => undefined);
    while (!lost) await new Promise((resolve) => setImmediate(resolve));
    await other.append(stream, numbered(1, 7), NO_STREAM);
    await expect(refused).rejects.toMatchObject({ name: 'WrongRevision', actual: 0n });
    expect(numbersOf(await store.read(stream))).toEqual([7]);
  });

  it('is given up at its deadline, and does not count against a connection on which others are answered', async () => {
    const category = newCategory();
    const store = open({ append: 300, answer: 100, read: 60_000 });
    await insist(() => store.read(`${category}-one`));
    double.writer.loses = (stream) => stream.endsWith('-lost');
    let pending = true;
    const lost = Promise.allSettled(
      Array.from({ length: 6 }, () => store.append(`${category}-lost`, numbered(1), NO_STREAM)),
    ).finally(() => (pending = false));
    while (pending) await store.read(`${category}-one`);
    for (const attempt of await lost)
      expect(attempt).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) });
    expect(warnings).toEqual([]);
    expect(double.log.records).toEqual([]);
  });
});
