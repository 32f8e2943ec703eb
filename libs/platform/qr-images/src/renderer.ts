import { join } from 'node:path';
import { JobThread } from '@platform/async';
import type { QrPlan } from './qr-plan';

/** The modules of a QR code without its margin: `dark[row * side + column]`. */
export interface QrSymbol {
  readonly side: number;
  readonly dark: Uint8Array;
}

type Job = { readonly plan: QrPlan } | { readonly svg: string };

/** At up to 100 ms each, the last of them waits some seconds. */
const MOST_WAITING = 32;

/** Draws symbols, and turns SVG of our own into PNG, two at a time, beside the event loop. */
export class Renderer {
  private readonly threads = [1, 2].map(
    () =>
      new JobThread<Job, QrSymbol | Uint8Array | null>({
        file: join(__dirname, 'render-worker.cjs'),
        what: 'images',
        most: MOST_WAITING,
      }),
  );

  /** @throws StoreUnavailable when too many wait */
  async symbol(plan: QrPlan): Promise<QrSymbol> {
    return (await this.run({ plan })) as QrSymbol;
  }

  /** @returns a PNG; null where nothing is to be seen @throws StoreUnavailable when too many wait */
  async png(svg: string): Promise<Buffer | null> {
    const bytes = (await this.run({ svg })) as Uint8Array | null;
    return bytes && Buffer.from(bytes);
  }

  /** Ends the threads; the next image starts another one. */
  async close(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.close()));
  }

  private async run(job: Job) {
    const [thread] = this.threads.toSorted((a, b) => a.load - b.load);
    return (await thread?.run(job)) ?? null;
  }
}
