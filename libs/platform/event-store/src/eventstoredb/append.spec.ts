import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type EventStore, NO_STREAM } from '@kernel';
import { createEventStoreDb, type EventStoreDbOptions } from '@platform/event-store';
import { newCategory, numbered, numbersOf } from '../../../../../test/contract/event-store.support';
import { type EventStoreDbDouble, startEventStoreDbDouble } from '../../../../../test/support/eventstoredb-double';
import { Connection } from './connection';
import { NoAnswer } from './no-answer';

describe('an append that gets no answer', () => {
  let double: EventStoreDbDouble;
  const stores: EventStore[] = [];
  const open = (timing: EventStoreDbOptions['timing']): EventStore => {
    const log = { warn: () => undefined };
    const store = createEventStoreDb({ url: double.url, log, timing });
    stores.push(store);
    return store;
  };

  beforeEach(async () => void (double = await startEventStoreDbDouble()));
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
    const store = open({ append: 20_000 });
    const data = Buffer.from('{"n":7}');
    const taken = { id: randomUUID(), type: 'Taken', contentType: 'application/json', data, metadata: data };
    let lost = false;
    double.writer.loses = () => !lost && (lost = true) && double.log.append(stream, [taken], NO_STREAM).ok;
    const refused = store.append(stream, numbered(1), NO_STREAM);
    await expect(refused).rejects.toMatchObject({ name: 'WrongRevision', actual: 0n });
    expect(numbersOf(await store.read(stream))).toEqual([7]);
  });
});

describe('a connection', () => {
  const late = new NoAnswer(1);
  let server: EventStoreDbDouble;
  let connection: Connection;
  beforeEach(async () => {
    server = await startEventStoreDbDouble();
    connection = new Connection(server.url, undefined, { warn: () => undefined });
  });
  afterEach(async () => {
    await connection.close();
    await server.close();
  });

  it('is kept when calls get no answer while others are answered', () => {
    const { client } = connection;
    const began = performance.now() - 1;
    connection.worked(client);
    for (let n = 0; n < 3; n += 1) connection.failed(client, late, began);
    expect([connection.client, connection['doubted']]).toEqual([client, undefined]);
  });

  it('is left for another one that answers when no call has been answered since they began', async () => {
    const { client, lifetime } = connection;
    connection.worked(client);
    connection.failed(client, late, performance.now() + 1);
    await once(lifetime, 'abort');
    expect(connection.client).not.toBe(client);
    expect(server.calls.read).toBeGreaterThan(0);
  });
});
