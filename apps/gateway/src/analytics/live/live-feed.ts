import { setTimeout as delay } from 'node:timers/promises';
import type { NamedClick } from '../click-names';
import { encodeLiveCursor, type LiveCursor } from './live-cursor';
import type { EventStream } from './event-stream';
import type { LiveClick } from './live.query';

export interface FeedSource {
  /** Clicks beyond a cursor, those of a journal in their order. */
  newer(floor: LiveCursor): Promise<readonly LiveClick[]>;
  named(clicks: readonly LiveClick[]): Promise<readonly NamedClick[]>;
  /** Of some keys and sessions, by their ids, those that may still read. */
  admitted(readers: readonly string[]): Promise<ReadonlySet<string>>;
}

export interface FeedOptions {
  /** Milliseconds between two looks. */
  readonly every: number;
  /** After a look that brought as many clicks there may be more to be had at once. */
  readonly batch: number;
  /** Milliseconds after which a journal that told nothing is left out of cursors: nothing of its is in the window any more. */
  readonly forget: number;
}

/** One of those who follow a feed, and how far it has come. */
class Follower {
  private readonly seen = new Map<string, { readonly seq: number; readonly at: number }>();

  constructor(
    readonly stream: EventStream,
    readonly reader: string,
    from: LiveCursor,
    at: number,
  ) {
    for (const [source, seq] of from) this.seen.set(source, { seq, at });
  }

  get cursor(): LiveCursor {
    return new Map([...this.seen].map(([source, { seq }]) => [source, seq]));
  }

  seqOf(source: string): number {
    return this.seen.get(source)?.seq ?? 0;
  }

  tell({ source, seq }: LiveClick, click: NamedClick, at: number): void {
    if (seq <= this.seqOf(source)) return;
    this.seen.set(source, { seq, at });
    this.stream.send('click', encodeLiveCursor(this.cursor), click);
  }

  forget(before: number): void {
    for (const [source, { at }] of this.seen) if (at < before) this.seen.delete(source);
  }
}

/**
 * Tells the same clicks to any number of streams by looking once for all of them: from the least of their cursors on, and
 * each is told only what is beyond its own. So each is told every click once, wherever it began.
 */
export class LiveFeed {
  private readonly followers = new Set<Follower>();
  private looking = false;
  private stopped = false;

  /** @param onTrouble called when a look fails, which is followed by another one */
  constructor(
    private readonly source: FeedSource,
    private readonly options: FeedOptions,
    private readonly onTrouble: (error: unknown) => void,
  ) {}

  get size(): number {
    return this.followers.size;
  }

  /** @param reader id of the key or session by which the stream was opened */
  follow(stream: EventStream, reader: string, from: LiveCursor): void {
    const follower = new Follower(stream, reader, from, Date.now());
    this.followers.add(follower);
    stream.onClose(() => this.followers.delete(follower));
    if (!this.looking) void this.look();
  }

  /** Ends all streams. */
  end(): void {
    this.stopped = true;
    for (const { stream } of this.followers) stream.end('shutdown');
  }

  private async look(): Promise<void> {
    this.looking = true;
    while (this.followers.size > 0 && !this.stopped) {
      const told = await this.tellNewer().catch((error: unknown) => (this.onTrouble(error), 0));
      if (told < this.options.batch) await delay(this.options.every, undefined, { ref: false });
    }
    this.looking = false;
  }

  private async tellNewer(): Promise<number> {
    // Who comes while this look is under way may have begun before it: the next one is for them.
    const followers = [...this.followers];
    const clicks = await this.source.newer(floorOf(followers));
    if (clicks.length === 0) return 0;
    const named = await this.source.named(clicks);
    // Asked last: what a key was revoked before is not told to it.
    const admitted = await this.source.admitted(followers.map(({ reader }) => reader));
    const now = Date.now();
    for (const follower of followers) {
      if (!admitted.has(follower.reader)) follower.stream.end('unauthorized');
      clicks.forEach((click, index) => {
        const shown = named[index];
        if (shown) follower.tell(click, shown, now);
      });
      follower.forget(now - this.options.forget);
    }
    return clicks.length;
  }
}

/** Of each journal the least that any follower has seen; one that is unknown to somebody is read from its beginning. */
const floorOf = ([first, ...others]: readonly Follower[]): LiveCursor =>
  new Map(
    [...(first?.cursor ?? [])].map(([source, seq]) => [
      source,
      Math.min(seq, ...others.map((other) => other.seqOf(source))),
    ]),
  );
