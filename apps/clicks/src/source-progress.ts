import { setTimeout as delay } from 'node:timers/promises';
import type { SourceProgress } from '@platform/click-counters';
import type { Log } from './log';

export interface TellProgress {
  /** Tells everybody of several sources; each once. */
  readonly tell: (progress: readonly SourceProgress[]) => Promise<void>;
  /** Forgets sources that will not come back. */
  readonly forget: () => Promise<void>;
  readonly log: Log;
}

const TELL_MS = 1_000;
const FORGET_MS = 3_600_000;

/** Collects how far sources are loaded, to tell of it once a second. */
export class Progress {
  private untold = new Map<string, SourceProgress>();

  constructor(private readonly options: TellProgress) {}

  reached(progress: SourceProgress): void {
    const known = this.untold.get(progress.source);
    this.untold.set(progress.source, {
      source: progress.source,
      until: Math.max(progress.until, known?.until ?? 0),
      ended: progress.ended || (known?.ended ?? false),
    });
  }

  async flush(): Promise<void> {
    const untold = [...this.untold.values()];
    this.untold = new Map();
    try {
      await this.options.tell(untold);
    } catch (error) {
      for (const progress of untold) this.reached(progress);
      throw error;
    }
  }

  /** Until aborted. */
  async keepTelling(signal: AbortSignal): Promise<void> {
    const { log, forget } = this.options;
    for (let next = Date.now(); !signal.aborted;) {
      await delay(TELL_MS, undefined, { signal }).catch(() => undefined);
      try {
        await this.flush();
        if (Date.now() < next) continue;
        await forget();
        next = Date.now() + FORGET_MS;
      } catch (error) {
        log.warn({ err: error }, 'it could not be told how far clicks are loaded; trying again');
      }
    }
  }
}
