import type { Recorded } from '@kernel';
import { metadata } from '../../../../../test/contract/event-store.support';
import type { Commit } from './commit';
import { Feed } from './feed';
import type { EventPage } from './queries';

const recorded = (position: bigint): Recorded => ({
  id: '018f0000-0000-7000-8000-000000000000',
  event: { type: 'SomethingHappened', data: {} },
  stream: 'a-1',
  revision: position,
  position,
  metadata: metadata(),
});

const after = (before: bigint, last: bigint): Recorded[] =>
  before < last ? [recorded(before + 1n), ...after(before + 1n, last)] : [];

const commit = (before: bigint, last: bigint): Commit => ({ before, last, events: () => after(before, last) });

/** A feed over a log that ends where the spec says, its follower at the end of it, and how often the log was read. */
const open = async () => {
  const log = { head: 4n, reads: 0 };
  const feed = new Feed(async (_, from): Promise<EventPage> => {
    log.reads += 1;
    return { events: after(from, log.head), covered: log.head, complete: true };
  });
  const follower = feed.follow(['a']);
  feed.resync();
  await follower.read(-1n);
  log.reads = 0;
  const positions = async (from: bigint) => (await follower.read(from)).events.map(({ position }) => position);
  const append = (before: bigint, last: bigint) => {
    const done = feed.expectCommit();
    log.head = last;
    return () => {
      done(commit(before, last));
      feed.notify(last, 'a');
    };
  };
  return { log, feed, follower, positions, append };
};

describe('a process that follows what it appends', () => {
  it('takes its own commits without reading them', async () => {
    const { log, positions, append } = await open();
    append(4n, 6n)();
    append(6n, 7n)();
    expect(await positions(4n)).toEqual([5n, 6n, 7n]);
    expect(log.reads).toBe(0);
  });

  it('reads on when the commit of another process lies before its own', async () => {
    const { log, positions, append } = await open();
    append(5n, 6n)();
    expect(await positions(4n)).toEqual([5n, 6n]);
    append(6n, 7n)();
    expect(await positions(6n)).toEqual([7n]);
    expect(log.reads).toBe(1);
  });

  it('waits with a notification for the answer to its append, which may be about it', async () => {
    const { log, feed, follower, append } = await open();
    const answered = append(4n, 5n);
    feed.hear(5n, 'a');
    expect(follower.notified).toBe(-1n);
    answered();
    await follower.newerThan(4n);
    expect((await follower.read(4n)).events).toHaveLength(1);
    expect(log.reads).toBe(0);
  });

  it('passes on a notification when its append fails', async () => {
    const { log, feed, follower, positions } = await open();
    const failed = feed.expectCommit();
    log.head = 5n;
    feed.hear(5n, 'a');
    failed(undefined);
    await follower.newerThan(4n);
    expect(await positions(4n)).toEqual([5n]);
    expect(log.reads).toBe(1);
  });

  it.each(['lost', 'resync'] as const)('does not trust a commit that was sent before %s', async (interrupt) => {
    const { log, feed, positions, append } = await open();
    const answered = append(4n, 6n);
    feed[interrupt]();
    feed.resync();
    await positions(4n);
    log.reads = 0;
    log.head = 4n;
    answered();
    expect(await positions(4n)).toEqual([]);
  });

  it('reads what it could not keep', async () => {
    const { log, positions, append } = await open();
    for (let before = 4n; before < 24n; before += 1n) append(before, before + 1n)();
    expect(await positions(4n)).toEqual(after(4n, 24n).map(({ position }) => position));
    expect(log.reads).toBe(1);
  });

  it('keeps no event that all who follow its category have read, and every other one', async () => {
    const { feed, log, positions, append } = await open();
    const slow = feed.follow(['a']);
    await positions(4n);
    await slow.read(4n);
    log.reads = 0;
    for (let before = 4n; before < 7n; before += 1n) {
      append(before, before + 1n)();
      await positions(before);
    }
    expect((await slow.read(4n)).events.map(({ position }) => position)).toEqual([5n, 6n, 7n]);
    await slow.read(7n);
    append(7n, 8n)();
    await positions(7n);
    expect(feed.held).toBe(1);
    expect(log.reads).toBe(0);
  });
});
