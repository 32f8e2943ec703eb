import { setTimeout as delay } from 'node:timers/promises';

/** So much one of two readers may be ahead of the other, in blocks. */
const MOST = 24;
/** What nobody has taken for so long, nobody will: the readers are at different places of the log. */
const STALE_MS = 2_000;
/** A reader that is ahead waits so long for one that follows closely. */
const PATIENCE_MS = 250;

/**
 * What one reader of the log has made for the other, by block name. While the other one follows, the one ahead waits for
 * it where too much is kept; where it does not follow, because its store is away, nothing is made for it.
 */
export class Shared<T> {
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
    if (this.kept.size >= MOST && performance.now() - this.takenAt < PATIENCE_MS) await this.taken();
    if (this.kept.size < MOST) this.kept.set(name, { value: make(), since: performance.now() });
  }

  private async taken(): Promise<void> {
    const waiting = new AbortController();
    const take = new Promise<void>((resolve) => (this.onTake = resolve));
    await Promise.race([take, delay(PATIENCE_MS, undefined, { signal: waiting.signal }).catch(() => undefined)]);
    waiting.abort();
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
