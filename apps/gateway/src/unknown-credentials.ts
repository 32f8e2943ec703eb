const WINDOW_MS = 60_000;
const MOST = 60;
const MOST_ADDRESSES = 50_000;

/**
 * How often an address has shown a credential nobody knows: more than 60 times a minute, and it is told to slow down.
 * Valid credentials from the same address are never held back, and revoked or expired ones are not counted. Counted by
 * process and in memory: this is a brake on guessing, not a quota.
 */
export class UnknownCredentials {
  private readonly counts = new Map<string, { since: number; count: number }>();

  constructor(private readonly now: () => number = Date.now) {}

  /** Counts one more. @returns seconds until the address may try again; 0 while it may */
  count(address: string): number {
    const network = networkOf(address);
    const now = this.now();
    const seen = this.counts.get(network);
    if (!seen || now - seen.since >= WINDOW_MS) {
      this.forgetOldest(now);
      this.counts.set(network, { since: now, count: 1 });
      return 0;
    }
    seen.count += 1;
    return seen.count > MOST ? (seen.since + WINDOW_MS - now) / 1000 : 0;
  }

  /** Entries stand in order of their beginning, so what is over is at the front. */
  private forgetOldest(now: number): void {
    for (const [network, { since }] of this.counts) {
      if (this.counts.size < MOST_ADDRESSES && now - since < WINDOW_MS) return;
      this.counts.delete(network);
    }
  }
}

/** One subscriber commands a whole /64 of IPv6, so that is what counts as one address. */
export const networkOf = (address: string): string => {
  if (!address.includes(':') || address.includes('.')) return address;
  const [head = '', tail = ''] = address.split('::');
  const groups = head.split(':');
  const missing = 8 - groups.length - (tail ? tail.split(':').length : 0);
  return (address.includes('::') ? [...groups, ...Array<string>(Math.max(0, missing)).fill('0')] : groups)
    .slice(0, 4)
    .join(':');
};
