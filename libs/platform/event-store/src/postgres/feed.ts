import { categoryOf } from '@kernel';
import { Tail } from '../tail';
import type { Commit } from './commit';
import type { EventPage, Queries } from './queries';

/** How many of the newest events stay in memory, if a subscription that is nearly up to date has yet to read them. */
const KEPT = 1_000;

/** How many commits of this process are kept for the tail, of 1 MB each at most. */
const KEPT_COMMITS = 8;

/**
 * Shares reads among the subscriptions of a process: a commit is read once for all that are up to date, and not at all
 * if this process made it and knows the events before it. A subscription that lags behind the tail reads its own pages.
 */
export class Feed {
  private readonly followers = new Set<Follower>();
  private tail: Tail | undefined;
  /** Commits of this process, oldest first, that the tail may lack. */
  private commits: Commit[] = [];
  /**
   * A new object whenever the store is lost or watched anew. Commits from before are not trusted then: another copy of
   * the store may lack them.
   */
  private connection = {};
  /** Batches of appends that have no answer yet, and the notifications that wait for them. */
  private underWay = 0;
  private readonly heard: (readonly [position: bigint, categories: string])[] = [];
  /** Whether a listening connection is open, which breaks when the server is lost. */
  watched = false;
  private advancing: Promise<void> | undefined;

  /** How many events are in memory. */
  get held(): number {
    return this.tail?.size ?? 0;
  }

  constructor(private readonly readPage: Queries['readPage']) {}

  follow(categories: readonly string[]): Follower {
    const follower = new Follower(this, new Set(categories));
    this.followers.add(follower);
    // The tail in memory may lack the categories of the new follower.
    this.forget();
    return follower;
  }

  leave(follower: Follower): void {
    this.followers.delete(follower);
  }

  /**
   * Call it before a batch of appends is sent. Call the function that it returns with the commit, if any, before
   * `notify`.
   */
  expectCommit(): (commit: Commit | undefined) => void {
    const { connection } = this;
    this.underWay += 1;
    return (commit) => {
      this.underWay -= 1;
      if (commit && this.tail && this.watched && connection === this.connection) this.commits.push(commit);
      if (this.commits.length > KEPT_COMMITS) this.commits.shift();
      if (this.underWay > 0) return;
      for (const [position, categories] of this.heard.splice(0)) this.notify(position, categories);
    };
  }

  /**
   * Like `notify`, for notifications from the server. One may arrive before the answer to its own append. So it waits
   * for the appends under way, and what they commit need not be read.
   */
  hear(position: bigint, categories: string): void {
    if (this.underWay > 0) this.heard.push([position, categories]);
    else this.notify(position, categories);
  }

  /** Something was committed up to `position`, in these categories (comma-separated, or `*` for any). */
  notify(position: bigint, categories: string): void {
    for (const follower of this.followers) follower.notify(position, categories);
  }

  /** The next answer may come from another store, or from an earlier copy. */
  lost(): void {
    this.watched = false;
    this.connection = {};
    this.forget();
  }

  /** Notifications may have been missed: every subscription reads again. */
  resync(): void {
    this.watched = true;
    this.connection = {};
    this.forget();
    for (const follower of this.followers) follower.resync();
  }

  /** The part of the log after `position` for one follower. */
  async read(follower: Follower, position: bigint): Promise<EventPage> {
    while (this.tail && position >= this.tail.floor) {
      if (position > this.tail.ceiling) this.tail = new Tail(position, KEPT);
      const { tail } = this;
      if (follower.notified <= tail.ceiling)
        return { events: tail.after(position, follower.categories), covered: tail.ceiling, complete: true };
      await this.advance(tail);
    }
    const page = await this.readPage([...follower.categories], position);
    if (page.complete) this.tail ??= new Tail(page.covered, KEPT);
    return page;
  }

  private advance(tail: Tail): Promise<void> {
    return (this.advancing ??= this.readOn(tail).finally(() => (this.advancing = undefined)));
  }

  private forget(): void {
    this.tail = undefined;
    this.commits = [];
  }

  private async readOn(tail: Tail): Promise<void> {
    this.dropRead(tail);
    if (this.takeCommits(tail)) return;
    const categories = new Set([...this.followers].flatMap((follower) => [...follower.categories]));
    const page = await this.readPage([...categories], tail.ceiling);
    tail.extend(page.events, page.covered);
  }

  /** Drops events that every follower of their category has read, before the collector takes them for old objects. */
  private dropRead(tail: Tail): void {
    const reached = new Map<string, bigint>();
    for (const follower of this.followers)
      for (const category of follower.categories) {
        const known = reached.get(category);
        if (known === undefined || follower.reached < known) reached.set(category, follower.reached);
      }
    tail.drop(({ stream, position }) => position <= (reached.get(categoryOf(stream)) ?? position));
  }

  /** Extends the tail by the commits that follow it, and forgets those that it covers. @returns whether it grew */
  private takeCommits(tail: Tail): boolean {
    const { ceiling } = tail;
    for (let [next] = this.commits; next && next.before <= tail.ceiling; [next] = this.commits) {
      this.commits.shift();
      if (next.before === tail.ceiling) tail.extend(next.events(), next.last);
    }
    return tail.ceiling > ceiling;
  }
}

/** One subscription's view of the feed. */
export class Follower {
  /** The newest position it was notified of. */
  notified = -1n;
  /** The position up to which its events were taken. */
  reached = -1n;
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

  /** The next part of the log after `position`. */
  read(position: bigint): Promise<EventPage> {
    this.unsure = false;
    this.reached = position;
    return this.feed.read(this, position);
  }

  /** Resolves when something after `position` may be in the log, or at `leave`. */
  async newerThan(position: bigint): Promise<void> {
    this.reached = position;
    while (this.notified <= position && !this.unsure && !this.closed) {
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
