import { categoryOf, type Recorded } from '@kernel';

/** The newest events of all categories that are followed in this process: complete in (floor, ceiling]. */
export class Tail {
  floor: bigint;
  ceiling: bigint;
  private readonly events: Recorded[] = [];

  /**
   * @param position where it begins
   * @param kept how many events it holds at least, once it had so many, and half of what it holds at most
   */
  constructor(
    position: bigint,
    private readonly kept: number,
  ) {
    this.floor = position;
    this.ceiling = position;
  }

  get size(): number {
    return this.events.length;
  }

  /** @param covered the position up to which these are all */
  extend(events: readonly Recorded[], covered: bigint): void {
    this.events.push(...events);
    this.ceiling = covered;
    if (this.events.length > 2 * this.kept)
      this.floor = this.events.splice(0, this.events.length - this.kept).at(-1)?.position ?? this.floor;
  }

  /** Forgets the oldest events, up to the first that a reader still needs. */
  drop(isRead: (recorded: Recorded) => boolean): void {
    const unread = this.events.findIndex((recorded) => !isRead(recorded));
    this.events.splice(0, unread < 0 ? this.events.length : unread);
  }

  /** Searches from the newest event backwards, so an up-to-date subscription costs no more than its new events. */
  after(position: bigint, categories: ReadonlySet<string>): Recorded[] {
    const from = this.events.findLastIndex((recorded) => recorded.position <= position) + 1;
    return this.events.slice(from).filter((recorded) => categories.has(categoryOf(recorded.stream)));
  }
}
