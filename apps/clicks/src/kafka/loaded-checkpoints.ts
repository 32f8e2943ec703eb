import { type AnalyticsClient, lastClicks } from '@platform/analytics-store';
import { mintedAt } from '@platform/click-log';

/** A checkpoint unused for this long may be stale: another owner may have passed it while this process was frozen. */
const FRESH_MS = 5_000;
/** Rows are found even if their writer's clock was set back by up to this much. */
const MONTH_MS = 31 * 86_400_000;

/**
 * How far each source is loaded, by the rows that ClickHouse has. Blocks of a source are inserted in order, each
 * whole or not at all, so ClickHouse has everything up to the source's last row. That holds for any owner of the
 * partition and any age of the insert. Deduplication tokens cover two owners that work at once.
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
