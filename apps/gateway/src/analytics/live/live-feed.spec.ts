import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import { groupBy, StoreUnavailable } from '@kernel';
import type { NewerClick } from '@platform/analytics-store';
import { eventually } from '../../../../../test/support/programs';
import { EventStream } from './event-stream';
import { decodeLiveStart, encodeLiveCursor, encodeLiveStart, type LiveCursor } from './live-cursor';
import { type FeedOptions, LiveFeed } from './live-feed';
import type { Reader } from './live-readers';

/** A journal of clicks that can be read after a cursor, as slowly as a test needs. */
class Journal {
  readonly clicks: NewerClick[] = [];
  looks = 0;
  before: () => Promise<void> = async () => undefined;

  /** Instants at which it was asked where streams begin, by read. */
  readonly asked: (readonly number[])[] = [];
  /** What was recorded before an instant; nothing by default. */
  recordedBefore: (instant: number) => LiveCursor = () => new Map();

  async starts(instants: ReadonlyMap<string, number>) {
    this.asked.push([...instants.values()]);
    await this.before();
    return new Map([...instants].map(([id, instant]) => [id, this.recordedBefore(instant)]));
  }

  async journals() {
    return new Map(
      [...groupBy(this.clicks, ({ workspaceId }) => workspaceId)].map(([id, own]) => [
        id,
        new Set(own.map(({ source }) => source)),
      ]),
    );
  }

  record(source: string, ...seqs: number[]) {
    this.recordIn('ws_a', source, ...seqs);
  }

  recordIn(workspaceId: string, source: string, ...seqs: number[]) {
    for (const seq of seqs) this.clicks.push({ workspaceId, source, seq, record: aRecord(`${source}_${seq}`) });
  }

  /** The cursors of the last read. */
  lastRead: ReadonlyMap<string, LiveCursor> = new Map();

  /** A workspace whose clicks cannot be read: its reads fail, or do not end. */
  bad: { readonly id: string; readonly read: () => Promise<never> } | undefined;
  /** The most clicks of a journal and workspace in a read. */
  batch = Infinity;

  /** Whether inserts are numbered: here each click is one. */
  isNumbered = false;
  /** When the engine has started since: clicks until then have lost their numbers. */
  startedAt = 0;
  private lookedAt = 0;
  /** The insert after which the last read began. */
  lastInsertedAfter: number | undefined;

  async newest() {
    const isSame = this.isNumbered && this.lookedAt >= this.startedAt;
    this.lookedAt = this.startedAt;
    return { number: this.isNumbered ? this.clicks.length - this.startedAt : undefined, isSame };
  }

  async mayHaveStarted() {
    return this.lookedAt < this.startedAt;
  }

  async newer(cursors: ReadonlyMap<string, LiveCursor>, _ = false, insertedAfter = 0) {
    if (this.bad && cursors.has(this.bad.id)) await this.bad.read();
    this.looks += 1;
    this.lastRead = cursors;
    this.lastInsertedAfter = insertedAfter;
    const inserted = this.clicks.slice(insertedAfter === 0 ? 0 : this.startedAt + insertedAfter);
    const found = inserted.filter(
      ({ workspaceId, source, seq }) => cursors.has(workspaceId) && seq > (cursors.get(workspaceId)?.get(source) ?? 0),
    );
    await this.before();
    return [...groupBy(found, ({ workspaceId, source }) => `${workspaceId} ${source}`).values()].flatMap((own) =>
      own.slice(0, this.batch),
    );
  }

  readonly revoked = new Set<string>();
  refused = async <R extends Reader>(readers: readonly R[]) => readers.filter(({ reader }) => this.revoked.has(reader));

  named = async (_: string, clicks: readonly NewerClick[]) =>
    clicks.map(({ record }) => ({ ...record, domain: null, short_url: null }));
}

/** The number's last digit is its variant. */
const aRecord = (id: string, more: object = {}) =>
  ({
    id: `clk_${id}`,
    is_bot: false,
    tags: [],
    destination: 'https://example.com/',
    variant: Number(id.at(-1)),
    ...more,
  }) as unknown as NewerClick['record'];

const journal = () => new Journal();
const OPTIONS = {
  every: 5,
  behindEvery: 1,
  limits: { limit: 500, most: 5_000 },
  forget: 600_000,
  mostWaiting: 64_000_000,
};
const feedOf = (
  source: Journal,
  onTrouble: (error: unknown, failures: number) => void = () => undefined,
  options: Partial<FeedOptions> = {},
) => new LiveFeed(source, { ...OPTIONS, ...options }, onTrouble);

/** What a stream has sent so far: ids of events and of clicks. */
const follow = (feed: LiveFeed, from: string, reader = 'key_a', { workspaceId = 'ws_a', filters = {} } = {}) => {
  const stream = new EventStream(from);
  const received: string[] = [];
  const ids: string[] = [];
  stream.body.on('data', (chunk: Buffer) =>
    received.push(...[...chunk.toString().matchAll(/"id":"clk_(\w+)"/g)].map(([, id]) => id ?? '')),
  );
  stream.body.on('data', (chunk: Buffer) =>
    ids.push(...[...chunk.toString().matchAll(/^id: (.+)$/gm)].map(([, id]) => id ?? '')),
  );
  const selection = { workspaceId, filters, includeBots: false };
  feed.follow({ stream, selection, reader, from: decodeLiveStart(from) ?? new Map() });
  const until = async (count: number) => {
    while (received.length < count) await delay(2);
    return received;
  };
  return { stream, received, ids, until };
};

const LONG = `https://example.com/?q=${'x'.repeat(15_000)}`;

/** A stream that nobody reads. */
const unread = (feed: LiveFeed) => {
  const stream = new EventStream('0');
  const selection = { workspaceId: 'ws_a', filters: {}, includeBots: false };
  feed.follow({ stream, selection, reader: 'key_a', from: new Map() });
  return stream;
};

/** Resolves when a stream has been told to end, as its reader is too slow. */
const hasEnded = (stream: EventStream) =>
  new Promise<void>((resolve) => {
    const { end } = stream;
    stream.end = (reason) => (end.call(stream, reason), resolve());
  });

/** The turns of the event loop during some work. */
const turnsWhile = async (work: () => Promise<void>): Promise<number> => {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  count();
  await work();
  isOver = true;
  return turns;
};

describe('a feed', () => {
  const feeds: LiveFeed[] = [];
  const started = (...args: Parameters<typeof feedOf>) => {
    const feed = feedOf(...args);
    feeds.push(feed);
    return feed;
  };
  afterEach(() => feeds.splice(0).forEach((feed) => feed.end()));

  it('sends each follower what is after its own cursor, and a new journal from its beginning', async () => {
    const source = journal();
    source.record('a', 1, 2, 3);
    const feed = started(source);
    const [early, late] = [follow(feed, 'a-1'), follow(feed, 'a-3')];
    await early.until(2);
    source.record('b', 1);
    source.record('a', 4);
    expect(await early.until(4)).toEqual(
      ['a_2', 'a_3', 'b_1', 'a_4'].sort((x, y) => early.received.indexOf(x) - early.received.indexOf(y)),
    );
    expect((await late.until(2)).toSorted()).toEqual(['a_4', 'b_1']);
  });

  it('misses nothing for a follower that joins with an older cursor during a poll', async () => {
    const source = journal();
    source.record('a', 1, 2, 3, 4);
    const feed = started(source);
    let joined: ReturnType<typeof follow> | undefined;
    source.before = async () => {
      if (source.looks === 2) joined = follow(feed, 'a-1');
      if (source.looks === 1) source.record('a', 5);
    };
    const first = follow(feed, 'a-4');
    expect(await first.until(1)).toEqual(['a_5']);
    expect(await joined?.until(4)).toEqual(['a_2', 'a_3', 'a_4', 'a_5']);
  });

  it('reads from a journal that a reader names only once it has clicks, and sends none of its clicks again', async () => {
    const source = journal();
    const madeUp = Array.from({ length: 100 }, (_, n) => `z${n}-1`).join('.');
    const feed = started(source);
    const resumed = follow(feed, `${madeUp}.a-2`);
    await eventually(() => expect(source.looks).toBeGreaterThan(1));
    expect(source.lastRead.get('ws_a')).toEqual(new Map());
    // As a copy of the engine shows them that was late.
    source.record('a', 1, 2);
    await eventually(() => expect(source.lastRead.get('ws_a')).toEqual(new Map([['a', 2]])));
    source.record('a', 3);
    expect(await resumed.until(1)).toEqual(['a_3']);
    expect(resumed.ids).toEqual([`${madeUp}.a-2`, `${madeUp}.a-3`]);
  });

  it('leaves the oldest journals without clicks out of a long cursor, so that its own next id is accepted', async () => {
    const source = journal();
    const named = (letter: string, count: number) => Array.from({ length: count }, (_, n) => `${letter}${100 + n}`);
    const [gone, begun] = [named('a', 390), named('b', 20)];
    const resumed = follow(started(source), gone.map((name) => `${name}-1`).join('.'));
    for (const name of begun) source.record(name, 1);
    await resumed.until(20);
    const last = decodeLiveStart(resumed.ids.at(-1) ?? '') as LiveCursor;
    expect([...last.keys()]).toEqual([...gone.slice(-150), ...begun]);
  });

  it('reads once for all streams, and sends each the selected clicks of its workspace', async () => {
    const source = journal();
    const feed = started(source);
    const odd = { include: ['1', '3'], exclude: [] };
    const all = Array.from({ length: 50 }, () => follow(feed, '0'));
    const some = Array.from({ length: 50 }, () => follow(feed, '0', 'key_a', { filters: { variant: odd } }));
    const others = follow(feed, '0', 'key_b', { workspaceId: 'ws_b' });
    await eventually(() => expect(source.looks).toBeGreaterThan(1));
    let underWay = 0;
    let most = 0;
    source.before = async () => {
      most = Math.max(most, (underWay += 1));
      await delay(5);
      underWay -= 1;
    };
    source.record('a', 1, 2, 3);
    source.recordIn('ws_b', 'a', 4);
    await Promise.all([...all.map(({ until }) => until(3)), ...some.map(({ until }) => until(2)), others.until(1)]);
    source.record('a', 5);
    await Promise.all(all.map(({ until }) => until(4)));
    expect(new Set(some.map(({ received }) => received.join()))).toEqual(new Set(['a_1,a_3']));
    expect([others.received, most]).toEqual([['a_4'], 1]);
  });

  it('starts a stream after what was recorded before it was opened, whenever it reads that, and names the place', async () => {
    const source = journal();
    source.record('a', 1, 2);
    source.recordedBefore = (instant) => new Map(instant >= 1_000 ? [['a', 2]] : []);
    let read = (): void => undefined;
    source.before = () => new Promise((resolve) => (read = resolve));
    const feed = started(source);
    const opened = follow(feed, '@1000');
    await eventually(() => expect(source.asked).toEqual([[1_000]]));
    expect(opened.ids).toEqual(['@1000']);
    // Recorded after the stream was opened, and before the journal could be read.
    source.record('a', 3);
    source.before = async () => undefined;
    read();
    expect(await opened.until(1)).toEqual(['a_3']);
    expect(opened.ids).toEqual(['@1000', 'a-2', 'a-3']);
  });

  it('asks once for the streams of a workspace that were opened together, and again for one of another time', async () => {
    const source = journal();
    source.recordedBefore = (instant) => new Map([['a', instant / 1_000]]);
    const feed = started(source);
    source.record('a', 1, 2, 3, 9);
    const together = ['@2000', '@2400', '@3000'].map((from) => follow(feed, from));
    const later = follow(feed, '@8000');
    expect(await later.until(1)).toEqual(['a_9']);
    for (const one of together) expect(await one.until(2)).toEqual(['a_3', 'a_9']);
    expect(source.asked).toEqual([[2_000], [8_000]]);
  });

  it('starts a stream although its first read fails', async () => {
    const source = journal();
    source.recordedBefore = () => new Map([['a', 1]]);
    source.before = async () => {
      if (source.asked.length < 3) throw new StoreUnavailable('away');
    };
    source.record('a', 1, 2);
    expect(await follow(started(source), '@1000').until(1)).toEqual(['a_2']);
  });

  it('continues after a poll that failed', async () => {
    const source = journal();
    let failures = 0;
    const feed = started(source, () => void (failures += 1));
    source.before = async () => {
      if (source.looks < 3) throw new StoreUnavailable('away');
    };
    source.record('a', 1);
    expect(await follow(feed, '0').until(1)).toEqual(['a_1']);
    expect(failures).toBe(2);
  });

  it('counts failures anew after a poll that succeeded, so that the next wait is a short one', async () => {
    const source = journal();
    const inARow: number[] = [];
    const feed = started(source, (_, failures) => void inARow.push(failures));
    source.before = async () => {
      if ([1, 2, 5].includes(source.looks)) throw new StoreUnavailable('away');
    };
    follow(feed, '0');
    await eventually(() => expect(source.looks).toBeGreaterThan(5));
    expect(inARow).toEqual([1, 2, 1]);
  });

  it('sends nothing more to a key that is no longer valid, and continues for the others', async () => {
    const source = journal();
    const feed = started(source);
    const [mine, theirs] = [follow(feed, '0'), follow(feed, '0', 'key_b')];
    source.record('a', 1);
    await Promise.all([mine.until(1), theirs.until(1)]);
    const rest = theirs.stream.body.toArray();
    // Once the click is read.
    source.before = async () => {
      if (source.clicks.length === 2) source.revoked.add('key_b');
    };
    source.record('a', 2);
    expect(await mine.until(2)).toEqual(['a_1', 'a_2']);
    // Beside heartbeats.
    expect(Buffer.concat(await rest).toString()).toMatch(/^(: \n\n)*event: end\ndata: {"reason":"unauthorized"}\n\n$/);
    expect([theirs.received, feed.size]).toEqual([['a_1'], 1]);
  });

  it('ends the stream of a reader that may read no more although no click comes, and no other', async () => {
    const source = journal();
    const feed = started(source);
    const mine = follow(feed, '0');
    const rest = follow(feed, '0', 'key_b').stream.body.toArray();
    source.revoked.add('key_b');
    expect(Buffer.concat(await rest).toString()).toContain('event: end\ndata: {"reason":"unauthorized"}\n\n');
    source.record('a', 1);
    expect(await mine.until(1)).toEqual(['a_1']);
    expect(feed.size).toBe(1);
  });

  it('reads apart for a workspace that is far behind, so that the others do not wait for its reads', async () => {
    const source = journal();
    source.batch = 2;
    const feed = started(source, undefined, { limits: { limit: 2, most: 5_000 } });
    let go = (): void => undefined;
    const released = new Promise<void>((resolve) => (go = resolve));
    const newer = source.newer.bind(source);
    // From its second read on, those for the one that is behind do not end.
    source.newer = async (cursors) => {
      if ((cursors.get('ws_a')?.get('a') ?? 0) >= 2) await released;
      return newer(cursors);
    };
    const [quiet, far] = [follow(feed, '0', 'key_b', { workspaceId: 'ws_b' }), follow(feed, '0')];
    source.recordIn('ws_b', 'a', 1);
    source.record('a', 1, 2, 3, 4, 5);
    await Promise.all([quiet.until(1), far.until(2)]);
    for (let seq = 2; seq < 6; seq += 1) {
      source.recordIn('ws_b', 'a', seq);
      await quiet.until(seq);
    }
    go();
    expect(await far.until(5)).toEqual(['a_1', 'a_2', 'a_3', 'a_4', 'a_5']);
    source.record('a', 6);
    await far.until(6);
  });

  describe('of an engine that numbers inserts', () => {
    const numbered = () => Object.assign(journal(), { isNumbered: true });

    it('reads nothing while nothing is inserted, and then what was inserted since its last read', async () => {
      const source = numbered();
      source.record('a', 1, 2, 3);
      const feed = started(source);
      const one = follow(feed, '0');
      await one.until(3);
      await eventually(async () => {
        const { looks } = source;
        await delay(50);
        expect(source.looks).toBe(looks);
      });
      source.record('a', 4);
      await one.until(4);
      expect(source.lastInsertedAfter).toBe(3);
      const late = follow(feed, 'a-2');
      expect(await late.until(2)).toEqual(['a_3', 'a_4']);
      source.record('b', 1);
      await Promise.all([one.until(5), late.until(3)]);
      expect([one.received.at(-1), late.received.at(-1), source.lastInsertedAfter]).toEqual(['b_1', 'b_1', 4]);
    });

    it('skips nothing that a full read has left', async () => {
      const source = numbered();
      source.batch = 2;
      source.record('a', 1, 2, 3, 4, 5);
      const feed = started(source, undefined, { limits: { limit: 2, most: 5_000 } });
      expect(await follow(feed, '0').until(5)).toHaveLength(5);
    });

    it('reads everything again once the engine has started anew, also beside a read', async () => {
      const source = numbered();
      source.record('a', 1, 2, 3);
      const feed = started(source);
      const one = follow(feed, '0');
      await one.until(3);
      // Two inserts, and a start in between: the second one has the number of an earlier insert.
      source.record('a', 4);
      source.before = async () => {
        source.before = async () => undefined;
        source.startedAt = 4;
        source.record('a', 5);
      };
      expect(await one.until(5)).toEqual(['a_1', 'a_2', 'a_3', 'a_4', 'a_5']);
      source.startedAt = 5;
      source.record('a', 6);
      expect((await one.until(6)).at(-1)).toBe('a_6');
    });
  });

  it('reads on for a stream beside one that has ended and that its reader has not taken to the end', async () => {
    const source = journal();
    source.batch = 2;
    const feed = started(source, undefined, { limits: { limit: 2, most: 5_000 } });
    unread(feed).end('slow');
    source.record('a', 1, 2, 3, 4, 5);
    expect(await follow(feed, '0').until(5)).toHaveLength(5);
  });

  it('goes on for the others when a read together is refused because of one', async () => {
    const source = journal();
    source.bad = { id: 'ws_bad', read: async () => Promise.reject(new Error('refused')) };
    const feed = started(source);
    const others = ['ws_a', 'ws_b', 'ws_c'].map((workspaceId) => follow(feed, '0', 'key_a', { workspaceId }));
    follow(feed, '0', 'key_b', { workspaceId: 'ws_bad' });
    for (const id of ['ws_a', 'ws_b', 'ws_c']) source.recordIn(id, 'a', 1);
    for (const other of others) await other.until(1);
    for (const id of ['ws_a', 'ws_b', 'ws_c']) source.recordIn(id, 'a', 2);
    for (const other of others) expect(await other.until(2)).toEqual(['a_1', 'a_2']);
  });

  it('sends many long clicks to many streams in turns, between which other work goes on', async () => {
    const source = journal();
    for (let seq = 1; seq <= 500; seq += 1)
      source.clicks.push({ workspaceId: 'ws_a', source: 'a', seq, record: aRecord(`a_${seq}`, { destination: LONG }) });
    const turns = await turnsWhile(async () => {
      const feed = started(source);
      const streams = Array.from({ length: 20 }, () => follow(feed, '0'));
      // Within one turn nothing can be read, so that each stream would end as too slow.
      await Promise.all(streams.map(({ stream, until }) => Promise.race([until(500), hasEnded(stream)])));
    });
    expect(turns).toBeGreaterThan(20);
  });

  it('sends more than may wait for a stream to one whose reader takes it, and ends one whose reader does not', async () => {
    const source = journal();
    const clicks = 1_500;
    for (let seq = 1; seq <= clicks; seq += 1)
      source.clicks.push({
        workspaceId: 'ws_a',
        source: 'a',
        seq,
        record: aRecord(`a_${seq}`, { agent: 'x'.repeat(900) }),
      });
    const feed = started(source, undefined, { limits: { limit: 4_000, most: 5_000 } });
    const [taken, stuck] = [unread(feed), unread(feed)];
    let received = '';
    // One event for each turn of the event loop.
    for await (const chunk of taken.body) {
      received += String(chunk);
      if (received.includes(`clk_a_${clicks}"`) || taken.hasEnded) break;
      await turn();
    }
    expect([received.match(/"clk_/g)?.length, stuck.hasEnded]).toEqual([clicks, true]);
  });

  it('compares clicks with many values of filters in turns, and with each value of a filter once', async () => {
    const source = journal();
    const values = Array.from({ length: 100 }, (_, n) => `Not ${n}`);
    const lower = values.map((value) => ({ toLowerCase: jest.fn(() => value.toLowerCase()) }) as unknown as string);
    const filters = { city: { include: [], exclude: lower }, variant: { include: ['3'], exclude: [] } };
    source.record('a', ...Array.from({ length: 500 }, (_, n) => n + 1));
    expect(await follow(started(source), '0', 'key_a', { filters }).until(50)).toHaveLength(50);
    for (const value of lower) expect(value.toLowerCase).toHaveBeenCalledTimes(1);
  });

  it('ends the streams for which most waits when too much waits for all, and cuts those off that have ended', async () => {
    const source = journal();
    const feed = started(source, undefined, { mostWaiting: 10_000 });
    const idle = Array.from({ length: 20 }, () => unread(feed));
    const read = follow(feed, '0');
    for (let seq = 0; seq < 200; seq += 20) {
      source.record('a', ...Array.from({ length: 20 }, (_, n) => seq + n + 1));
      await read.until(seq + 20);
    }
    expect(idle.reduce((bytes, { waiting }) => bytes + waiting, 0)).toBeLessThan(20_000);
    expect(idle.filter(({ hasEnded }) => hasEnded).length).toBeGreaterThan(0);
    expect(read.stream.hasEnded).toBe(false);
  });

  it('stops polling without followers, and resumes for the next one', async () => {
    const source = journal();
    const feed = started(source);
    const first = follow(feed, '0');
    source.record('a', 1);
    await first.until(1);
    first.stream.body.destroy();
    await eventually(() => expect(feed.size).toBe(0));
    // One poll may have been under way; after it there is none, whereas before there was one every 5 ms.
    await eventually(async () => {
      const { looks } = source;
      await delay(100);
      expect(source.looks).toBe(looks);
    });
    expect(await follow(feed, '0').until(1)).toEqual(['a_1']);
  });
});

describe('the id of an event', () => {
  it('holds the position in every journal', () => {
    const cursor = new Map([
      ['0abc', 7],
      ['1def', 9_007_199_254_740],
    ]);
    expect(decodeLiveStart(encodeLiveCursor(cursor))).toEqual(cursor);
    expect(decodeLiveStart(encodeLiveCursor(new Map()))).toEqual(new Map());
  });

  it('is the instant at which a stream was opened until that is known', () => {
    expect(decodeLiveStart(encodeLiveStart(1_763_000_000_000))).toBe(1_763_000_000_000);
    expect(decodeLiveStart('@')).toBeNull();
  });
});
