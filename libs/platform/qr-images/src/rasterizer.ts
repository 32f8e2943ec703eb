import { join } from 'node:path';
import { JobThread } from '@platform/async';

interface Job {
  readonly svg: string;
}

/** At up to 100 ms each, the last of them waits some seconds. */
const MOST_WAITING = 32;

/** Turns SVG of our own into PNG, two images at a time, beside the event loop. */
export class Rasterizer {
  private readonly threads: readonly JobThread<Job, Uint8Array | null>[] = [1, 2].map(
    () => new JobThread({ file: join(__dirname, 'render-worker.cjs'), what: 'images', most: MOST_WAITING }),
  );

  /** @returns a PNG; null where nothing is to be seen @throws StoreUnavailable when too many wait */
  async png(svg: string): Promise<Buffer | null> {
    const [thread] = this.threads.toSorted((a, b) => a.load - b.load);
    const bytes = (await thread?.run({ svg })) ?? null;
    return bytes && Buffer.from(bytes);
  }

  /** Ends the threads; the next image starts another one. */
  async close(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.close()));
  }
}
