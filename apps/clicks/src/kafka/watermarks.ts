import { every } from '@platform/async';
import type { Watermark } from '@platform/click-counters';
import type { Log } from '@platform/telemetry';

export interface WatermarksOptions {
  /** Saves the watermarks of several sources; each source comes once. */
  readonly save: (watermarks: readonly Watermark[]) => Promise<void>;
  /** Forgets sources that will not come back. */
  readonly forget: () => Promise<void>;
  readonly log: Log;
}

const SAVE_MS = 1_000;
const FORGET_MS = 3_600_000;

/** Collects the watermarks of sources, and saves them once a second. */
export class Watermarks {
  private unsaved = new Map<string, Watermark>();

  constructor(private readonly options: WatermarksOptions) {}

  advance({ source, until, ended }: Watermark): void {
    const known = this.unsaved.get(source);
    this.unsaved.set(source, {
      source,
      until: Math.max(until, known?.until ?? 0),
      ended: ended || (known?.ended ?? false),
    });
  }

  async flush(): Promise<void> {
    const watermarks = [...this.unsaved.values()];
    this.unsaved = new Map();
    try {
      await this.options.save(watermarks);
    } catch (error) {
      for (const watermark of watermarks) this.advance(watermark);
      throw error;
    }
  }

  /** Runs until aborted. */
  async keepSaving(signal: AbortSignal): Promise<void> {
    const { log, forget } = this.options;
    const onFailure = (error: unknown): void =>
      log.warn({ err: error }, 'the watermarks of click sources could not be saved; trying again');
    await Promise.all([
      every(SAVE_MS, () => this.flush(), { signal, onFailure }),
      every(FORGET_MS, forget, { signal, onFailure }),
    ]);
  }
}
