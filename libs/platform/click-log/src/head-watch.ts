import { watch, type FSWatcher } from 'node:fs';
import { pause } from '@platform/async';
import { headsIn } from './layout';

/** A notification may be missed, so the reader looks by itself after this time. */
const RESYNC_MS = 1000;

/** Wakes a reader when a head was rewritten, that is, when a block was sealed. */
export class HeadWatch {
  /** Changes seen so far. A reader takes it before it looks, to miss nothing between looking and waiting. */
  changes = 0;
  private readonly watcher: FSWatcher | undefined;
  private wake: () => void = () => undefined;
  private readonly onAbort = () => this.changed();

  constructor(
    directory: string,
    private readonly signal: AbortSignal,
  ) {
    signal.addEventListener('abort', this.onAbort, { once: true });
    try {
      this.watcher = watch(headsIn(directory), { persistent: false }, () => this.changed()).on(
        'error',
        () => undefined,
      );
    } catch {
      // No notifications are available (the kernel limits watches): the resync alone still delivers, but later.
      this.watcher = undefined;
    }
  }

  /** Resolves on a change after `seen`, on abort, or after RESYNC_MS. */
  async changedSince(seen: number): Promise<void> {
    if (this.changes !== seen || this.signal.aborted) return;
    const waiting = new AbortController();
    this.wake = () => waiting.abort();
    await pause(RESYNC_MS, waiting.signal);
  }

  close(): void {
    this.signal.removeEventListener('abort', this.onAbort);
    this.watcher?.close();
  }

  private changed(): void {
    this.changes += 1;
    this.wake();
  }
}
