import { endsWithin } from '@platform/async';

/** One of two readers may be ahead of the other by so many blocks. */
const MAX_KEPT = 24;
/** What was not taken for so long never will be: the readers are far apart in the log. */
const STALE_MS = 2_000;
/** The reader that is ahead waits so long for one that follows closely. */
const PATIENCE_MS = 250;

/**
 * What one reader of the log has made for the other, by block name. While the other one follows, the one ahead waits for it
 * when too much is kept. Where it does not follow, because its store is away, nothing is made for it.
 */
export class Handover<T> {
  private readonly kept = new Map<string, { readonly value: T; readonly since: number }>();
  private takenAt = -Infinity;
  private onTake: (() => void) | undefined;

  take(name: string): T | undefined {
    const found = this.kept.get(name);
    if (!found) return undefined;
    this.kept.delete(name);
    this.takenAt = performance.now();
    this.onTake?.();
    return found.value;
  }

  /** Makes and keeps the value if there is room for it, or soon will be. */
  async offer(name: string, make: () => T): Promise<void> {
    this.forgetStale();
    if (this.kept.size >= MAX_KEPT && performance.now() - this.takenAt < PATIENCE_MS) await this.taken();
    if (this.kept.size < MAX_KEPT) this.kept.set(name, { value: make(), since: performance.now() });
  }

  private async taken(): Promise<void> {
    await endsWithin(PATIENCE_MS, new Promise<void>((resolve) => (this.onTake = resolve)));
    this.onTake = undefined;
  }

  private forgetStale(): void {
    const before = performance.now() - STALE_MS;
    for (const [name, { since }] of this.kept) {
      if (since > before) return;
      this.kept.delete(name);
    }
  }
}
