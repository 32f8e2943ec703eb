import { type Message, runRelay } from '@apps/relay';
import type { EventStore } from '@kernel';
import { createEventStoreDb } from '@platform/event-store';
import { EVERY_WORKSPACE, applicationConnection, demandFolded } from '@platform/read-store';
import { type EventStoreDbDouble, startEventStoreDbDouble } from '../support/eventstoredb-double';
import { type TestReadStore, eventually, quiet, withReadStore } from '../support/read-store';
import { type RawMessage, bytesOf, contentOf, fixturesWith, headersOf } from './fixtures';
import { restore, streamsOf } from './old-streams';

const FILE = 'event-messages.json';

/** What the relay of that version published of the streams of old-streams.ts. */
interface OldMessages {
  readonly public_url: string;
  readonly messages: readonly RawMessage[];
}

/** Each is published at least once, and a repeat has the same id. */
const firstOfEach = <M extends { readonly headers: { readonly id?: string } }>(messages: readonly M[]): readonly M[] =>
  [...new Map(messages.toReversed().map((message) => [message.headers.id, message])).values()].toReversed();

describe.each(fixturesWith(FILE))('the public events of %s', (fixture) => {
  const { public_url: publicUrl, messages } = contentOf<OldMessages>(fixture, FILE);
  const old = firstOfEach(
    messages.map((message) => ({
      key: bytesOf(message.key ?? '').toString(),
      value: JSON.parse(bytesOf(message.value ?? '').toString()) as object,
      headers: headersOf(message),
    })),
  );
  const ids = new Set(old.map(({ headers }) => headers['id'] ?? ''));
  let test: TestReadStore;
  let double: EventStoreDbDouble;
  let store: EventStore;
  let running: Promise<void> | undefined;
  const ending = new AbortController();
  const published: Message[] = [];

  beforeAll(async () => {
    [test, double] = await Promise.all([withReadStore(), startEventStoreDbDouble()]);
    restore(double, streamsOf(fixture).records);
    store = createEventStoreDb({ url: double.url, log: quiet });
    running = runRelay({
      // As every process does: a store of an earlier version gets its id.
      store: { ...store, verify: () => demandFolded(store, test.store.system) },
      pool: test.store.system,
      connect: () => applicationConnection(test.database.url, { name: 'relay', workspace: EVERY_WORKSPACE }),
      publicUrl,
      publish: async (portion) => void published.push(...portion),
      log: quiet,
      signal: ending.signal,
    });
  });
  afterAll(async () => {
    ending.abort();
    await running;
    await store?.close();
    await Promise.all([double?.close(), test?.close()]);
  });

  it('are published today with the same ids, types and fields, in the same order for each resource', async () => {
    expect(ids.size).toBeGreaterThan(20);
    await eventually(() => {
      const today = new Set(published.map(({ headers }) => headers.id));
      expect([...ids].filter((id) => !today.has(id))).toEqual([]);
    });
    for (const key of new Set(old.map((message) => message.key))) {
      const today = firstOfEach(published)
        // Events that were not public then may be now.
        .filter((message) => message.key === key && ids.has(message.headers.id))
        .map(({ value, ...message }) => ({ ...message, value: JSON.parse(value) as object }));
      expect(today).toMatchObject(old.filter((message) => message.key === key));
    }
  });
});
