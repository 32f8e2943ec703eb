import { categoryOf, type Recorded } from '@kernel';
import type { Page, Queries } from './queries';

/** How many of the newest events stay in memory for subscriptions that are nearly up to date. */
const KEPT = 1_000;

/** The newest events of all categories followed in this process: complete in (floor, ceiling]. */
interface Tail {
  floor: bigint;
  ceiling: bigint;
  events: Recorded[];
}

/**
 * Shares reads among the subscriptions of a process: a commit is read once for all that are up to date. A subscription
 * that lags behind the tail reads its own pages.
 */
export class Feed {
  private readonly followers = new Set<Follower>();
  private tail: Tail | undefined;
  /** Whether a connection would show that the server is lost. */
  watched = false;
  private advancing: Promise<void> | undefined;

  constructor(private readonly readPage: Queries['readPage']) {}

  follow(categories: readonly string[]): Follower {
    const follower = new Follower(this, new Set(categories));
    this.followers.add(follower);
    // The tail in memory may lack the categories of the new follower.
    this.tail = undefined;
    return follower;
  }

  leave(follower: Follower): void {
    this.followers.delete(follower);
  }

  /** Something was committed up to `position`, in these categories (comma-separated, or `*` for any). */
  notify(position: bigint, categories: string): void {
    for (const follower of this.followers) follower.notify(position, categories);
  }

  /** The next answer may come from another store, or from an earlier copy. */
  lost(): void {
    this.watched = false;
    this.tail = undefined;
  }

  /** Notifications may have been missed: every subscription reads again. */
  resync(): void {
    this.watched = true;
    this.tail = undefined;
    for (const follower of this.followers) follower.resync();
  }

  /** The part of the log after `cursor` for one follower. */
  async read(follower: Follower, cursor: bigint): Promise<Page> {
    while (this.tail && cursor >= this.tail.floor) {
      if (cursor > this.tail.ceiling) this.tail = { floor: cursor, ceiling: cursor, events: [] };
      const { tail } = this;
      if (follower.notified <= tail.ceiling)
        return { events: recent(tail, cursor, follower.categories), covered: tail.ceiling, complete: true };
      await this.advance(tail);
    }
    const page = await this.readPage([...follower.categories], cursor);
    if (page.complete) this.tail ??= { floor: page.covered, ceiling: page.covered, events: [] };
    return page;
  }

  private advance(tail: Tail): Promise<void> {
    return (this.advancing ??= this.readOn(tail).finally(() => (this.advancing = undefined)));
  }

  private async readOn(tail: Tail): Promise<void> {
    const categories = new Set([...this.followers].flatMap((follower) => [...follower.categories]));
    extend(tail, await this.readPage([...categories], tail.ceiling));
  }
}

/** One subscription's view of the feed. */
export class Follower {
  /** The newest position it was notified of. */
  notified = -1n;
  /** How often the store was lost, and how often it is watched anew. */
  losses = 0;
  /** Notifications since the last read may have been missed. */
  private unsure = false;
  private closed = false;
  private wake: () => void = () => undefined;

  constructor(
    private readonly feed: Feed,
    readonly categories: ReadonlySet<string>,
  ) {}

  get watched(): boolean {
    return this.feed.watched;
  }

  /** The next part of the log after `cursor`. */
  read(cursor: bigint): Promise<Page> {
    this.unsure = false;
    return this.feed.read(this, cursor);
  }

  /** Resolves when something after `cursor` may be in the log, or at `leave`. */
  async newerThan(cursor: bigint): Promise<void> {
    while (this.notified <= cursor && !this.unsure && !this.closed) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }

  leave(): void {
    this.feed.leave(this);
    this.closed = true;
    this.wake();
  }

  notify(position: bigint, categories: string): void {
    if (position <= this.notified) return;
    const list = `,${categories},`;
    if (categories !== '*' && ![...this.categories].some((category) => list.includes(`,${category},`))) return;
    this.notified = position;
    this.wake();
  }

  /** Forgets earlier notifications: the log may even be shorter after a failover, or belong to another store. */
  resync(): void {
    this.notified = -1n;
    this.losses += 1;
    this.unsure = true;
    this.wake();
  }
}

const extend = (tail: Tail, { events, covered }: Page): void => {
  tail.events.push(...events);
  tail.ceiling = covered;
  if (tail.events.length > 2 * KEPT)
    tail.floor = tail.events.splice(0, tail.events.length - KEPT).at(-1)?.position ?? tail.floor;
};

/** Searches from the newest event backwards, so an up-to-date subscription costs no more than its new events. */
const recent = (tail: Tail, cursor: bigint, categories: ReadonlySet<string>): Recorded[] => {
  const from = tail.events.findLastIndex((recorded) => recorded.position <= cursor) + 1;
  return tail.events.slice(from).filter((recorded) => categories.has(categoryOf(recorded.stream)));
};
