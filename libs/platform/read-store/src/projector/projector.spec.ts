import { randomUUID } from 'node:crypto';
import { type Event, type Projection, type Proposed, NO_STREAM } from '@kernel';
import { someMetadata } from '@kernel/testing';
import { MemoryEventStore } from '@platform/event-store';
import { Progress } from '@platform/processing';
import { PostgresProcessorState, runProjector } from '@platform/read-store';
import { type TestReadStore, eventually, quiet, withReadStore } from '../../../../../test/support/read-store';

type Counted = Event<'Counted', { id: string; by: number }>;
interface CountRow {
  readonly id: string;
  readonly total: number;
  readonly revision: string;
}

/** Whether the running release can fold a negative number. */
let mended = false;

/** A read model of sums; its fold rejects a negative number, and the table refuses a million. */
const counts: Projection<CountRow, Counted> = {
  name: 'counts',
  categories: ['count'],
  keys: ({ event }) => [event.data.id],
  evolve: (row, { event, revision }) => {
    if (event.data.by < 0 && !mended) throw new Error('cannot count backwards');
    if (event.data.by === 0) return null;
    return { id: event.data.id, total: (row?.total ?? 0) + event.data.by, revision: revision.toString() };
  },
};

let test: TestReadStore;
let store: MemoryEventStore;
let stopping: AbortController;
let running: Promise<void>[];
let progress: Progress;

beforeAll(async () => {
  test = await withReadStore();
  await test.owner.query(
    'create table counts (id text primary key, total int not null check (total < 1000000), revision bigint not null)',
  );
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.owner.query(
    "truncate counts; delete from checkpoints where read_model = 'counts'; delete from parked_streams " +
      "where read_model = 'counts'",
  );
  [store, stopping, running, progress] = [new MemoryEventStore(), new AbortController(), [], new Progress()];
});
afterEach(async () => {
  stopping.abort();
  await Promise.all(running);
});

const start = () =>
  running.push(runProjector(counts, { store, pool: test.store.system, progress, log: quiet, signal: stopping.signal }));
const stop = async () => {
  stopping.abort();
  await Promise.all(running);
  stopping = new AbortController();
};
const revisions = new Map<string, bigint>();
beforeEach(() => {
  revisions.clear();
  mended = false;
});
const count = async (id: string, ...numbers: number[]): Promise<bigint> => {
  const events = numbers.map((by): Proposed => ({
    id: randomUUID(),
    event: { type: 'Counted', data: { id, by } },
    metadata: someMetadata(),
  }));
  const { revision, position } = await store.append(`count-${id}`, events, revisions.get(id) ?? NO_STREAM);
  revisions.set(id, revision);
  return position;
};
const processed = async (position: bigint) =>
  expect(await progress.awaitProcessed(['counts'], position, 120_000)).toEqual([]);
const rows = async () =>
  Object.fromEntries(
    (await test.owner.query<CountRow>('select id, total from counts order by id')).rows.map(({ id, total }) => [
      id,
      total,
    ]),
  );
const parked = async () =>
  (
    await test.owner.query<{ stream: string; cause: string }>(
      "select stream, cause from parked_streams where read_model = 'counts'",
    )
  ).rows;

describe('a projector', () => {
  it('folds history and then new events, and wakes waiting requests', async () => {
    await count('a', 1, 2);
    start();
    await processed(await count('b', 5));
    expect(await rows()).toEqual({ a: 3, b: 5 });
  });

  it('adds the rows of streams that begin, and writes over one that is there nevertheless', async () => {
    await test.owner.query("insert into counts (id, total, revision) values ('there', 100, 9)");
    await count('there', 1);
    await count('a', 2);
    start();
    await processed(await count('b', 3));
    expect(await rows()).toEqual({ there: 1, a: 2, b: 3 });
    expect(await parked()).toEqual([]);
  });

  it('removes a row when its fold returns none', async () => {
    start();
    await processed(await count('a', 1, 0));
    expect(await rows()).toEqual({});
    await processed(await count('a', 7));
    expect(await rows()).toEqual({ a: 7 });
  });

  it('resumes just after its checkpoint, so that nothing is folded twice', async () => {
    start();
    await processed(await count('a', 1));
    await stop();
    const position = await count('a', 10);
    start();
    await processed(position);
    expect(await rows()).toEqual({ a: 11 });
  });

  it('folds an event once, however often it is delivered', async () => {
    const subscribe = store.subscribe.bind(store);
    store.subscribe = async function* (options) {
      for await (const delivery of subscribe(options)) yield* [delivery, delivery, delivery];
    };
    start();
    await count('a', 1, 2, 3);
    await processed(await count('b', 4));
    expect(await rows()).toEqual({ a: 6, b: 4 });
  });

  it('parks a stream that its fold rejects, with its later events, and continues with others', async () => {
    start();
    await count('bad', 1, -1, 5);
    await processed(await count('good', 2));
    await processed(await count('bad', 5));
    expect(await rows()).toMatchObject({ good: 2 });
    expect(await parked()).toEqual([{ stream: 'count-bad', cause: 'Error: cannot count backwards' }]);
    expect((await rows())['bad'] ?? 1).toBe(1);
  });

  it.each([
    ['when it starts', async () => (await stop(), start())],
    ['when an operator asks for it', () => new PostgresProcessorState(test.store.system, 'counts').requestRetry()],
  ])('folds a parked stream again %s, and its later events', async (_, retried) => {
    start();
    await count('bad', 7);
    await count('bad', -1);
    await processed(await count('bad', 5));
    expect(await parked()).toHaveLength(1);
    mended = true;
    await retried();
    await eventually(async () => expect(await parked()).toEqual([]));
    expect(await rows()).toEqual({ bad: 11 });
    await processed(await count('bad', 2));
    expect(await rows()).toEqual({ bad: 13 });
  });

  it('parks a stream whose row the table refuses, and folds the others of its batch', async () => {
    await count('good', 1);
    await count('huge', 2_000_000);
    await count('other', 3);
    start();
    await processed(await count('good', 1));
    expect(await rows()).toEqual({ good: 2, other: 3 });
    expect(await parked()).toEqual([
      { stream: 'count-huge', cause: expect.stringContaining('violates check constraint') as string },
    ]);
  });

  it('never overwrites the rows of a projector that has taken over', async () => {
    start();
    await processed(await count('a', 1));
    const elsewhere = { event: { type: 'Counted', data: {} }, metadata: someMetadata() };
    const others = Array.from({ length: 50 }, (): Proposed => ({ id: randomUUID(), ...elsewhere }));
    const { position: taken } = await store.append('elsewhere-a', others, NO_STREAM);
    await processed(taken);
    // As another one leaves it that has handled two events more.
    await test.owner.query(
      `update checkpoints set position = $1::bigint, mark = mark || jsonb_build_object('position', $1::bigint::text, 'event', null)
       where read_model = 'counts'`,
      [String(taken + 2n)],
    );
    await count('a', 10);
    await count('b', 10);
    await eventually(async () => expect(progress.position('counts')).toBe(taken + 2n));
    expect(await rows()).toEqual({ a: 1 });
  });

  it('survives a lost connection without losing or doubling an event', async () => {
    start();
    for (let n = 0; n < 20; n += 1) {
      await count('a', 1);
      if (n % 5 === 0) await test.database.cut();
    }
    await processed(await count('a', 1));
    expect(await rows()).toEqual({ a: 21 });
  });
});

describe('progress', () => {
  it('names the processors that are behind after the time given', async () => {
    progress.advance('fast', 5n);
    expect(await progress.awaitProcessed(['fast', 'slow'], 5n, 20)).toEqual(['slow']);
  });

  it('never goes back', () => {
    progress.advance('one', 5n);
    progress.advance('one', 3n);
    expect(progress.position('one')).toBe(5n);
  });
});
