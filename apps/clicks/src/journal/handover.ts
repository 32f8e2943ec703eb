import { endsWithin } from '@platform/async';

/** One reader may be this many blocks ahead of the other. */
const MAX_KEPT = 24;
/** A value that is not taken within this time is dropped: the readers are far apart in the log. */
const STALE_MS = 2_000;
/** The reader ahead waits at most this long for one that follows closely. */
const PATIENCE_MS = 250;

/**
 * Values that one reader of the log makes for the other, by block name. If too many are kept, the reader ahead waits
 * while the other one follows. If the other one does not follow, because its store is down, no more are made.
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

  /** Makes and keeps the value if there is room now or within PATIENCE_MS. */
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
