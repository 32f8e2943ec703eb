import { subscriberNetworkOf } from '@platform/http';

const WINDOW_MS = 60_000;
const MOST_ADDRESSES = 50_000;

/** Limits requests by address, a minute at a time. Each process counts in memory, so it is not an exact quota. */
export class AddressLimit {
  private readonly counts = new Map<string, { since: number; count: number }>();

  /** @param most requests of one address in a minute @param now milliseconds since 1970 */
  constructor(
    private readonly most: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** Counts one more. @returns seconds until the address may try again; 0 while it may */
  count(address: string): number {
    const network = subscriberNetworkOf(address);
    const now = this.now();
    const seen = this.counts.get(network);
    if (!seen || now - seen.since >= WINDOW_MS) {
      this.forgetOldest(now);
      this.counts.set(network, { since: now, count: 1 });
      return 0;
    }
    seen.count += 1;
    return seen.count > this.most ? (seen.since + WINDOW_MS - now) / 1000 : 0;
  }

  /** The map is in order of insertion, so expired entries are at the front. */
  private forgetOldest(now: number): void {
    for (const [network, { since }] of this.counts) {
      if (this.counts.size < MOST_ADDRESSES && now - since < WINDOW_MS) return;
      this.counts.delete(network);
    }
  }
}
