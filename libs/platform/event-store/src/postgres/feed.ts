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

/** One subscription's ear. */
export interface Follower {
  /** The next part of the log after `cursor`. */
  read(cursor: bigint): Promise<Page>;
  /** Resolves when something after `cursor` may stand in the log, or at `leave`. */
  newerThan(cursor: bigint): Promise<void>;
  leave(): void;
}

/**
 * Shares what is read among the subscriptions of a process: however many are up to date, a commit is read once. One that
 * lags behind the tail reads pages of its own.
 */
export const createFeed = (readPage: Queries['readPage']) => {
  const ears = new Set<Ear>();
  let tail: Tail | undefined;
  let advancing: Promise<void> | undefined;

  const advance = (from: Tail): Promise<void> => {
    const read = async (): Promise<void> => {
      try {
        const categories = new Set([...ears].flatMap((ear) => [...ear.categories]));
        extend(from, await readPage([...categories], from.ceiling));
      } finally {
        advancing = undefined;
      }
    };
    return (advancing ??= read());
  };

  const read = async (ear: Ear, cursor: bigint): Promise<Page> => {
    ear.unsure = false;
    while (tail && cursor >= tail.floor) {
      if (cursor > tail.ceiling) tail = { floor: cursor, ceiling: cursor, events: [] };
      if (ear.heard <= tail.ceiling)
        return { events: recent(tail, cursor, ear.categories), covered: tail.ceiling, complete: true };
      await advance(tail);
    }
    const page = await readPage([...ear.categories], cursor);
    if (page.complete) tail ??= { floor: page.covered, ceiling: page.covered, events: [] };
    return page;
  };

  return {
    follow: (categories: readonly string[]): Follower => {
      const ear = new Ear(new Set(categories));
      ears.add(ear);
      // What is in memory may lack the categories of the newcomer.
      tail = undefined;
      return {
        read: (cursor) => read(ear, cursor),
        newerThan: (cursor) => ear.newerThan(cursor),
        leave: () => {
          ears.delete(ear);
          ear.close();
        },
      };
    },

    /** Something was committed up to `position`, in these categories (`*` for any). */
    notify: (position: bigint, categories: string): void => {
      for (const ear of ears) ear.hear(position, categories);
    },

    /** Notifications may have been missed: everybody looks again. */
    resync: (): void => {
      tail = undefined;
      for (const ear of ears) ear.doubt();
    },
  };
};

class Ear {
  heard = -1n;
  /** Nothing is known about what came since the last read. */
  unsure = false;
  private closed = false;
  private wake: () => void = () => undefined;

  constructor(readonly categories: ReadonlySet<string>) {}

  hear(position: bigint, categories: string): void {
    if (position <= this.heard) return;
    const list = `,${categories},`;
    if (categories !== '*' && ![...this.categories].some((category) => list.includes(`,${category},`))) return;
    this.heard = position;
    this.wake();
  }

  /** What was heard counts no more: after a failover the log may even be shorter. */
  doubt(): void {
    this.heard = -1n;
    this.unsure = true;
    this.wake();
  }

  close(): void {
    this.closed = true;
    this.wake();
  }

  async newerThan(cursor: bigint): Promise<void> {
    while (this.heard <= cursor && !this.unsure && !this.closed) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }
}

const extend = (tail: Tail, { events, covered }: Page): void => {
  tail.events.push(...events);
  tail.ceiling = covered;
  if (tail.events.length > 2 * KEPT)
    tail.floor = tail.events.splice(0, tail.events.length - KEPT).at(-1)?.position ?? tail.floor;
};

/** Only the newest events are looked at, so an up-to-date subscription costs no more than what is new to it. */
const recent = (tail: Tail, cursor: bigint, categories: ReadonlySet<string>): Recorded[] => {
  const from = tail.events.findLastIndex((recorded) => recorded.position <= cursor) + 1;
  return tail.events.slice(from).filter((recorded) => categories.has(categoryOf(recorded.stream)));
};
