import { NO_STREAM, StoreUnavailable, WrongRevision } from '@kernel';
import { type BulkAppender, createEventStoreDb, openBulkAppender } from '@platform/event-store';
import { newCategory, numbered, numbersOf } from '../../../../../test/contract/event-store.support';
import {
  type EventStoreDbDouble,
  secured,
  startEventStoreDbDouble,
} from '../../../../../test/support/eventstoredb-double';
import { insist } from '../../../../../test/support/insist';

const log = { info: () => undefined, warn: () => undefined };

describe('appending in bulk', () => {
  let server: EventStoreDbDouble;
  let bulk: BulkAppender;
  const category = newCategory();

  beforeEach(async () => {
    server = await startEventStoreDbDouble(secured('waymark', 'p@ss:word/1'));
    bulk = openBulkAppender({ url: server.url, log });
  });
  afterEach(async () => {
    await bulk.close();
    await server.close();
  });

  it('appends many streams over one call, each to its expected revision', async () => {
    const streams = Array.from({ length: 500 }, (_, n) => `${category}-${n}`);
    await Promise.all(streams.map((stream) => bulk.append(stream, numbered(2), NO_STREAM)));
    await Promise.all(streams.map((stream) => bulk.append(stream, numbered(1, 2), 1n)));
    expect(server.calls).toMatchObject({ append: 0, batchAppend: 1 });
    const store = createEventStoreDb({ url: server.url, log });
    for (const stream of streams.slice(0, 20))
      expect(numbersOf(await insist(() => store.read(stream)))).toEqual([0, 1, 2]);
    await store.close();
  });

  it('takes a repeat for done, and refuses another append there with the actual revision', async () => {
    const stream = `${category}-one`;
    const events = numbered(2);
    await bulk.append(stream, events, NO_STREAM);
    await bulk.append(stream, events, NO_STREAM);
    const lost = bulk.append(stream, numbered(1), NO_STREAM);
    await expect(lost).rejects.toThrow(WrongRevision);
    await expect(lost).rejects.toMatchObject({ actual: 1n });
    expect(server.log.visible(stream)).toHaveLength(2);
  });

  it('fails what has no answer when the connection breaks, and goes on over the next one', async () => {
    const stream = `${category}-one`;
    server.writer.loses = () => true;
    const unanswered = bulk.append(stream, numbered(1), NO_STREAM);
    unanswered.catch(() => undefined);
    while (server.calls.batchAppend === 0) await new Promise((resolve) => setImmediate(resolve));
    server.network.drop();
    await expect(unanswered).rejects.toThrow(StoreUnavailable);
    server.writer.loses = () => false;
    const events = numbered(1);
    await insist(() => bulk.append(stream, events, NO_STREAM));
    expect(server.log.visible(stream)).toHaveLength(1);
  });
});
