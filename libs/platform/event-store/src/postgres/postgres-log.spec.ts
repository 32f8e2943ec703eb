import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { inspect } from 'node:util';
import { EventStoreMismatch, NO_STREAM, StoreUnavailable, WrongRevision } from '@kernel';
import { eventStoreMigrations, refuseAppends } from '@platform/event-store';
import { Client } from 'pg';
import {
  newCategory,
  numbered,
  numbersOf,
  proposed,
  Subscriber,
} from '../../../../../test/contract/event-store.support';
import { type TestDatabase, withPostgres } from '../../../../../test/support/postgres';
import { patientStore } from '../../../../../test/support/patient';
import { type OpenStore, openEventStore } from '../../../../../test/support/postgres-event-store';
import { eventually } from '../../../../../test/support/programs';
import { createQueries } from './queries';

/** As one process has it whose callers repeat what a busy machine has shed. */
const openPatiently = (database: TestDatabase): OpenStore => {
  const open = openEventStore(database);
  return { ...open, store: patientStore(open.store) };
};

/** What the log in Postgres guarantees beyond the port. */
describe('the log in Postgres', () => {
  let database: TestDatabase;
  let mine: OpenStore;
  let theirs: OpenStore;
  let category: string;
  const subscribers: Subscriber[] = [];
  const follow = (open: OpenStore, ...categories: string[]): Promise<Subscriber> => {
    const subscriber = new Subscriber(open.store, categories);
    subscribers.push(subscriber);
    return subscriber.caughtUp();
  };

  beforeAll(async () => {
    database = await withPostgres(...eventStoreMigrations.map(({ sql }) => sql));
    mine = openPatiently(database);
    theirs = openPatiently(database);
  });
  afterAll(async () => {
    await Promise.all([mine, theirs].map((each) => each?.close()));
    await database?.close();
  });
  beforeEach(() => {
    category = newCategory();
  });
  afterEach(async () => {
    await Promise.all(subscribers.splice(0).map((subscriber) => subscriber.stop()));
  });

  const transactionsOf = async (name: string): Promise<number> => {
    const [row] = await database.query<{ n: number }>(
      'SELECT count(DISTINCT xmin::text)::int AS n FROM waymark_events.events WHERE category = $1',
      [name],
    );
    return row?.n ?? 0;
  };

  /** Another process in the middle of its batch: it has the lock and its positions, but has not committed. */
  const beginBatch = async (stream: string): Promise<Client> => {
    const client = new Client(database.appUrl);
    await client.connect();
    await client.query('BEGIN');
    const [{ id, event, metadata }] = numbered(1) as [ReturnType<typeof proposed>];
    await client.query('SELECT waymark_events.append($1)', [
      JSON.stringify([[stream, -1, [id, event.type, event.data, metadata]]]),
    ]);
    return client;
  };

  it('commits the appends of a busy process together', async () => {
    await Promise.all(
      Array.from({ length: 300 }, (_, index) => mine.store.append(`${category}-${index}`, numbered(1), NO_STREAM)),
    );
    expect(await transactionsOf(category)).toBeLessThanOrEqual(3);
  });

  it('decides appends to one stream within a batch in their order, repeats included', async () => {
    const [first, second] = [numbered(2), numbered(1, 2)];
    const [one, again, lost, two] = await Promise.allSettled([
      mine.store.append(`${category}-a`, first, NO_STREAM),
      mine.store.append(`${category}-a`, first, NO_STREAM),
      mine.store.append(`${category}-a`, numbered(1, 9), NO_STREAM),
      mine.store.append(`${category}-a`, second, 1n),
    ]);
    expect(one).toMatchObject({ value: { revision: 1n } });
    expect(again).toEqual(one);
    expect(lost).toMatchObject({ reason: expect.any(WrongRevision) });
    expect(two).toMatchObject({ value: { revision: 2n } });
    expect(await transactionsOf(category)).toBe(1);
    expect(numbersOf(await mine.store.read(`${category}-a`))).toEqual([0, 1, 2]);
  });

  it.each([
    ['text that Postgres cannot hold', proposed({ text: 'secret\u0000' })],
    ['half of a surrogate pair', proposed({ text: 'secret\ud800' })],
    ['an id that is not a UUID', proposed({ text: 'secret' }, { id: 'not-a-uuid' })],
  ])('rejects only the append with %s, without quoting it', async (_, bad) => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 9 }, (_, index) =>
        mine.store.append(`${category}-${index}`, index === 5 ? [...numbered(1), bad] : numbered(1), NO_STREAM),
      ),
    );
    expect(outcomes.flatMap((outcome, index) => (outcome.status === 'rejected' ? [index] : []))).toEqual([5]);
    expect(outcomes[5]).toMatchObject({ reason: expect.any(TypeError) });
    expect(inspect(outcomes[5])).not.toContain('secret');
    expect(await mine.store.read(`${category}-5`)).toEqual([]);
  });

  it('never shows a later event before an earlier one is committed', async () => {
    const subscriber = await follow(mine, category);
    const slow = await beginBatch(`${category}-slow`);
    const later = mine.store.append(`${category}-later`, numbered(1, 1), NO_STREAM);
    // The later batch waits for the lock.
    await eventually(async () => {
      const waiting = await database.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      expect(waiting.length).toBeGreaterThan(0);
    });
    expect(await mine.store.head([category])).toBe(-1n);
    expect(subscriber.events).toEqual([]);
    await slow.query('COMMIT');
    await slow.end();
    await later;
    await subscriber.received(2);
    expect(numbersOf(subscriber.events)).toEqual([0, 1]);
  });

  it('answers within its deadline when the lock is taken, and works again when it is free', async () => {
    const stuck = await beginBatch(`${category}-stuck`);
    const hasty = openEventStore(database);
    // The lock is held until this test releases it.
    await expect(hasty.store.append(`${category}-a`, numbered(1), NO_STREAM)).rejects.toThrow(StoreUnavailable);
    await stuck.end();
    // The abandoned append may still be stored: as the port says, the caller repeats it with its ids.
    expect(await patientStore(hasty.store).append(`${category}-b`, numbered(1), NO_STREAM)).toMatchObject({
      revision: 0n,
    });
    await hasty.close();
  });

  it('reads large events in pages of some megabytes, and all of them in their order', async () => {
    const stream = `${category}-1`;
    const large = (n: number) => ({
      ...proposed(n),
      event: { type: 'Large', data: { n, text: 'x'.repeat(1_000_000) } },
    });
    for (let n = 0; n < 20; n += 1) await mine.store.append(stream, [large(n)], BigInt(n - 1));
    const { readPage } = createQueries(mine.pool);
    const pages: number[] = [];
    const numbers: unknown[] = [];
    for (let [after, complete] = [-1n, false]; !complete;) {
      const page = await readPage([category], after);
      pages.push(page.events.length);
      numbers.push(...page.events.map(({ event }) => (event.data as { n: number }).n));
      [after, complete] = [page.covered, page.complete];
    }
    expect(pages).toEqual([9, 9, 2]);
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, n) => n));
  });

  it("reads another process's commit once for all subscriptions, or not at all if none needs it", async () => {
    const both = [category, newCategory()];
    const all = await Promise.all([follow(mine, category), follow(mine, ...both), follow(mine, ...both)]);
    // One more round, so that the LISTEN connection is open and no reader still polls because of it.
    await theirs.store.append(`${category}-a`, numbered(1), NO_STREAM);
    await Promise.all(all.map((subscriber) => subscriber.received(1)));

    let reads = 0;
    const count = () => {
      reads += 1;
    };
    mine.pool.on('acquire', count);
    await theirs.store.append(`${newCategory()}-a`, numbered(1), NO_STREAM);
    await theirs.store.append(`${category}-a`, numbered(1, 1), 0n);
    await Promise.all(all.map((subscriber) => subscriber.received(2)));
    mine.pool.off('acquire', count);
    expect(reads).toBe(1);
  });

  it('reads nothing of its own commits, and what it delivers of them equals what is stored', async () => {
    const subscriber = await follow(mine, category);
    // The LISTEN connection is open when a notification has come.
    await theirs.store.append(`${category}-a`, numbered(1), NO_STREAM);
    await subscriber.received(1);
    let queries = 0;
    const count = () => {
      queries += 1;
    };
    mine.pool.on('acquire', count);
    const odd = { z: [1e21, -0, 0.1, null], a: { ü: '\u2028"' }, absent: undefined, '': true };
    await Promise.all([
      mine.store.append(`${category}-b`, [proposed(odd), ...numbered(2)], NO_STREAM),
      mine.store.append(`${category}-a`, numbered(1, 1), 0n),
    ]);
    await subscriber.received(5);
    mine.pool.off('acquire', count);
    expect(queries).toBe(1);
    const stored = [...(await mine.store.read(`${category}-b`)), ...(await mine.store.read(`${category}-a`)).slice(1)];
    expect(subscriber.events.slice(1)).toEqual(stored);
    expect(subscriber.events.map(({ position }) => position)).toEqual(
      subscriber.events.map((_, nth) => (subscriber.events[0]?.position ?? 0n) + BigInt(nth)),
    );
  });

  it('delivers the first version of an event that is appended again in another one', async () => {
    const subscriber = await follow(mine, category);
    const [first] = numbered(1) as [ReturnType<typeof proposed>];
    const again = { ...first, metadata: { ...first.metadata, at: '2030-01-01T00:00:00.000Z' } };
    await theirs.store.append(`${category}-a`, [first], NO_STREAM);
    await Promise.all([
      mine.store.append(`${category}-a`, [again], NO_STREAM),
      mine.store.append(`${category}-b`, numbered(1, 1), NO_STREAM),
      mine.store.append(`${category}-a`, [again], NO_STREAM),
    ]);
    await subscriber.received(2);
    expect(subscriber.events.map(({ metadata }) => metadata.at)).toEqual([first.metadata.at, first.metadata.at]);
    expect(numbersOf(subscriber.events)).toEqual([0, 1]);
  });

  it('delivers the commits of several processes once and in their order', async () => {
    const subscriber = await follow(mine, category);
    const appended = Array.from({ length: 200 }, async (_, index) => {
      const { store } = index % 3 === 0 ? theirs : mine;
      return store.append(`${category}-${index}`, numbered(1, index), NO_STREAM);
    });
    const positions = (await Promise.all(appended)).map(({ position }) => position);
    await subscriber.received(200);
    expect(subscriber.events.map(({ position }) => position)).toEqual(positions.toSorted((a, b) => (a < b ? -1 : 1)));
    expect(new Set(numbersOf(subscriber.events)).size).toBe(200);
  });

  it("wakes every subscription when a batch's categories exceed a notification", async () => {
    const names = Array.from({ length: 200 }, () => `${newCategory()}${'x'.repeat(40)}`);
    const subscriber = await follow(theirs, names[150] ?? '');
    await Promise.all(names.map((name) => mine.store.append(`${name}-a`, numbered(1), NO_STREAM)));
    await subscriber.received(1);
  });

  it('notices by itself that its listening connection is silent', async () => {
    const target = new URL(database.appUrl);
    const sockets: Socket[] = [];
    const proxy = createServer((socket) => {
      const host = decodeURIComponent(target.hostname);
      const upstream = host.startsWith('/')
        ? connect(`${host}/.s.PGSQL.${target.port}`)
        : connect(Number(target.port), host);
      socket.pipe(upstream).pipe(socket);
      for (const end of [socket, upstream]) end.on('error', () => undefined);
      sockets.push(socket, upstream);
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const address = proxy.address();
    const through = new URL(database.appUrl);
    through.hostname = '127.0.0.1';
    through.port = String(typeof address === 'object' && address ? address.port : 0);

    const open = openEventStore(database, () => ({ connectionString: through.href }));
    const subscriber = await follow(open, category);
    // The second mark comes when the connection is open: everything is read again then.
    await subscriber.until(() => subscriber.marks.length >= 2);
    for (const socket of sockets) socket.unpipe();
    await theirs.store.append(`${category}-a`, numbered(1), NO_STREAM);
    await subscriber.received(1).finally(async () => {
      await open.close();
      for (const socket of sockets) socket.destroy();
      proxy.close();
    });
  });

  it('lets the application add events, and never write, change or delete them by hand', async () => {
    await mine.store.append(`${category}-a`, numbered(1), NO_STREAM);
    for (const statement of [
      'UPDATE waymark_events.events SET type = type',
      'DELETE FROM waymark_events.events',
      'TRUNCATE waymark_events.events',
      'INSERT INTO waymark_events.events DEFAULT VALUES',
      'UPDATE waymark_events.counter SET position = 0',
      'SELECT position FROM waymark_events.counter FOR UPDATE',
    ]) {
      await expect(mine.pool.query(statement)).rejects.toThrow(/permission denied/);
    }
  });

  it('takes no event once its events were moved, from any process, and else stays as it is', async () => {
    await mine.store.append(`${category}-a`, numbered(1), NO_STREAM);
    const other = openEventStore(database);
    const appending = () =>
      other.store.append(`${category}-b`, numbered(1), NO_STREAM).catch((error: unknown) => error);
    const owner = new Client({ connectionString: database.url });
    await owner.connect();
    try {
      await owner.query('BEGIN');
      const head = await refuseAppends(owner);
      const waiting = appending();
      await eventually(async () =>
        expect(await database.query("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'")).not.toEqual([]),
      );
      await owner.query('COMMIT');
      // A busy machine may shed it.
      expect(await waiting).toBeInstanceOf(StoreUnavailable);
      await eventually(async () => expect(await appending()).toBeInstanceOf(EventStoreMismatch));
      expect(await mine.store.head()).toBe(head);
      expect(await mine.store.read(`${category}-a`)).toHaveLength(1);
    } finally {
      await other.close();
      await owner.query('ALTER TABLE waymark_events.counter DROP CONSTRAINT IF EXISTS events_were_moved');
      await owner.end();
    }
  });
});
