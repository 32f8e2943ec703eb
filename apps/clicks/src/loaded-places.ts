import { type AnalyticsClient, lastClicks } from '@platform/analytics-store';
import { mintedAt } from '@platform/click-log';

/** A place that was not used for so long may have been passed by another owner, or this process was frozen meanwhile. */
const FRESH_MS = 5_000;
/** A clock that was set back by less than that hides no rows. */
const MONTH_MS = 31 * 86_400_000;

/**
 * How far each source is loaded, by what ClickHouse has of it: the blocks of a source are inserted in order, each whole or
 * not at all, so everything up to its last row is there. That holds for any owner and however long ago it was inserted;
 * the tokens of inserts cover two owners that are at work at once.
 */
export class LoadedPlaces {
  private readonly places = new Map<string, { readonly last: number; readonly at: number }>();

  constructor(
    private readonly client: Pick<AnalyticsClient, 'rows'>,
    private readonly now: () => number = Date.now,
  ) {}

  /** Number of the last click of the source that is loaded; 0 without one. */
  async last(source: string): Promise<number> {
    const known = this.places.get(source);
    if (known && this.isFresh(known.at)) return known.last;
    const lasts = await lastClicks(this.client, { sources: [source], since: mintedAt(source) - MONTH_MS });
    return this.reached(source, lasts.get(source) ?? 0);
  }

  reached(source: string, last: number): number {
    this.places.set(source, { last, at: this.now() });
    return last;
  }

  /** It is heard of, so nobody else owns it. */
  touch(source: string): void {
    const known = this.places.get(source);
    if (known && this.isFresh(known.at)) this.reached(source, known.last);
  }

  forget(source: string): void {
    this.places.delete(source);
  }

  private isFresh(at: number): boolean {
    return Math.abs(this.now() - at) < FRESH_MS;
  }
}
