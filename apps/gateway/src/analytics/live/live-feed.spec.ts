import { setTimeout as delay } from 'node:timers/promises';
import { groupBy } from '@kernel';
import type { NewerClick } from '@platform/analytics-store';
import { eventually } from '../../../../../test/support/programs';
import { EventStream } from './event-stream';
import { decodeLiveStart, encodeLiveCursor, encodeLiveStart, type LiveCursor } from './live-cursor';
import { LiveFeed } from './live-feed';
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

  async newer(cursors: ReadonlyMap<string, LiveCursor>) {
    this.looks += 1;
    this.lastRead = cursors;
    const found = this.clicks.filter(
      ({ workspaceId, source, seq }) => cursors.has(workspaceId) && seq > (cursors.get(workspaceId)?.get(source) ?? 0),
    );
    await this.before();
    return found;
  }

  readonly revoked = new Set<string>();
  refused = async <R extends Reader>(readers: readonly R[]) => readers.filter(({ reader }) => this.revoked.has(reader));

  named = async (_: string, clicks: readonly NewerClick[]) =>
    clicks.map(({ record }) => ({ ...record, domain: null, short_url: null }));
}

/** The number's last digit is its variant. */
const aRecord = (id: string) =>
  ({ id: `clk_${id}`, is_bot: false, tags: [], variant: Number(id.at(-1)) }) as unknown as NewerClick['record'];

const journal = () => new Journal();
const feedOf = (source: Journal, onTrouble: (error: unknown, failures: number) => void = () => undefined) =>
  new LiveFeed(source, { every: 5, behindEvery: 1, batch: 500, forget: 600_000 }, onTrouble);

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
      if (source.asked.length < 3) throw new Error('away');
    };
    source.record('a', 1, 2);
    expect(await follow(started(source), '@1000').until(1)).toEqual(['a_2']);
  });

  it('continues after a poll that failed', async () => {
    const source = journal();
    let failures = 0;
    const feed = started(source, () => void (failures += 1));
    source.before = async () => {
      if (source.looks < 3) throw new Error('away');
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
      if ([1, 2, 5].includes(source.looks)) throw new Error('away');
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
