const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const MOST_NAMES = 50_000;

/** Limits by name, a window at a time. Each process counts in memory, so it is no exact quota. */
class WindowLimit {
  private readonly counts = new Map<string, { since: number; count: number }>();

  /** @param most of one name in a window @param now milliseconds by a clock that nobody sets */
  constructor(
    private readonly windowMs: number,
    private readonly most: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Counts one more. @returns seconds until the name may try again; 0 while it may */
  count(name: string): number {
    const now = this.now();
    const seen = this.counts.get(name);
    if (!seen || now - seen.since >= this.windowMs) {
      this.forgetOldest(now);
      this.counts.set(name, { since: now, count: 1 });
      return 0;
    }
    seen.count += 1;
    return seen.count > this.most ? (seen.since + this.windowMs - now) / 1000 : 0;
  }

  /** The map is in order of insertion, so expired entries are at the front. */
  private forgetOldest(now: number): void {
    for (const [name, { since }] of this.counts) {
      if (this.counts.size < MOST_NAMES && now - since < this.windowMs) return;
      this.counts.delete(name);
    }
  }
}

export class MinuteLimit extends WindowLimit {
  constructor(most: number, now?: () => number) {
    super(MINUTE_MS, most, now);
  }
}

export class DayLimit extends WindowLimit {
  constructor(most: number, now?: () => number) {
    super(DAY_MS, most, now);
  }
}
