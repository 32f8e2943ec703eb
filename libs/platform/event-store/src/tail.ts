import { categoryOf, type Recorded } from '@kernel';
import { weightOf } from './weight';

/** Bytes that the events may take: a thousand edits of one link may be 100 MB. */
const MOST_BYTES = 32 * 1024 * 1024;

/** The newest events of all categories that are followed in this process: complete in (floor, ceiling]. */
export class Tail {
  floor: bigint;
  ceiling: bigint;
  private readonly events: Recorded[] = [];
  /** What each of them takes, and all together. */
  private readonly weights: number[] = [];
  private weight = 0;

  /**
   * @param position where it begins
   * @param kept how many events it holds at least, once it had so many, and half of what it holds at most; fewer of
   *   large ones
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
    for (const recorded of events) {
      const weight = weightOf(recorded.event.data);
      this.events.push(recorded);
      this.weights.push(weight);
      this.weight += weight;
    }
    this.ceiling = covered;
    if (this.events.length > 2 * this.kept || this.weight > MOST_BYTES)
      this.floor = this.forget(this.surplus())?.position ?? this.floor;
  }

  /** Forgets the oldest events, up to the first that a reader still needs. */
  drop(isRead: (recorded: Recorded) => boolean): void {
    const unread = this.events.findIndex((recorded) => !isRead(recorded));
    this.forget(unread < 0 ? this.events.length : unread);
  }

  /** Searches from the newest event backwards, so an up-to-date subscription costs no more than its new events. */
  after(position: bigint, categories: ReadonlySet<string>): Recorded[] {
    const from = this.events.findLastIndex((recorded) => recorded.position <= position) + 1;
    return this.events.slice(from).filter((recorded) => categories.has(categoryOf(recorded.stream)));
  }

  /** How many of the oldest events are beyond what it keeps, in number or in half of the bytes. */
  private surplus(): number {
    const { length } = this.events;
    let { weight } = this;
    let count = 0;
    while (count < length && (length - count > this.kept || weight > MOST_BYTES / 2)) {
      weight -= this.weights[count] ?? 0;
      count += 1;
    }
    return count;
  }

  /** @returns the last of the oldest events that it forgets */
  private forget(count: number): Recorded | undefined {
    for (const weight of this.weights.splice(0, count)) this.weight -= weight;
    return this.events.splice(0, count).at(-1);
  }
}
