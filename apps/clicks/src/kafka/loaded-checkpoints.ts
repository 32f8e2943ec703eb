import { type AnalyticsClient, lastClicks } from '@platform/analytics-store';
import { mintedAt } from '@platform/click-log';

/** A checkpoint that was not used for so long may be out of date: another owner may have passed it while this process was frozen. */
const FRESH_MS = 5_000;
/** A clock that was set back by less than that hides no rows. */
const MONTH_MS = 31 * 86_400_000;

/**
 * How far each source is loaded, by what ClickHouse has of it: the blocks of a source are inserted in order, each whole or
 * not at all, so everything up to its last row is there. That holds for any owner and however long ago it was inserted;
 * the tokens of inserts cover two owners that are at work at once.
 */
export class LoadedCheckpoints {
  private readonly checkpoints = new Map<string, { readonly seq: number; readonly at: number }>();

  constructor(
    private readonly client: Pick<AnalyticsClient, 'rows'>,
    private readonly now: () => number = Date.now,
  ) {}

  /** Number of the last click of the source that is loaded; 0 without one. */
  async of(source: string): Promise<number> {
    const known = this.checkpoints.get(source);
    if (known && this.isFresh(known.at)) return known.seq;
    const lasts = await lastClicks(this.client, { sources: [source], since: mintedAt(source) - MONTH_MS });
    return this.advance(source, lasts.get(source) ?? 0);
  }

  advance(source: string, seq: number): number {
    this.checkpoints.set(source, { seq, at: this.now() });
    return seq;
  }

  /** Keeps the checkpoint fresh: a message of the source came here, so this process owns its partition. */
  touch(source: string): void {
    const known = this.checkpoints.get(source);
    if (known && this.isFresh(known.at)) this.advance(source, known.seq);
  }

  forget(source: string): void {
    this.checkpoints.delete(source);
  }

  private isFresh(at: number): boolean {
    return Math.abs(this.now() - at) < FRESH_MS;
  }
}
