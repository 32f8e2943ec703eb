import { abortWith, endsWithin } from '@platform/async';

export interface ReadAhead {
  /** Bytes that may wait for the consumer. */
  readonly most: number;
  readonly signal: AbortSignal;
}

/** Reads ahead of its consumer, up to a number of bytes, so that reading and decoding go on while an insert is made. */
export class BlockQueue<B extends { readonly bytes: number; readonly records: number }> {
  private readonly waiting: B[] = [];
  private bytes = 0;
  private ended = false;
  private failure: Error | undefined;
  private changed: (() => void)[] = [];
  /** Ends a reader that waits for blocks: none may come for hours, and each further attempt begins another reader. */
  private readonly reading = new AbortController();
  private readonly most: number;
  private readonly free: () => void;

  /** @param read is to end when its signal aborts */
  constructor(read: (signal: AbortSignal) => AsyncIterable<B>, { most, signal }: ReadAhead) {
    this.most = most;
    this.free = abortWith(signal, this.reading);
    void this.fill(read(this.reading.signal));
  }

  /** The next block if it is here already. */
  here(): B | undefined {
    return this.waiting[0];
  }

  /** Waits for the next block; undefined when no more will come. Throws the error that reading threw. */
  async next(): Promise<B | undefined> {
    while (this.waiting.length === 0 && !this.ended) await this.change();
    if (this.waiting.length === 0 && this.failure) throw this.failure;
    return this.waiting[0];
  }

  /** Waits until so many records are here, until no more can come, or for so long. */
  async gather(records: number, ms: number): Promise<void> {
    const until = performance.now() + ms;
    for (;;) {
      const here = this.waiting.reduce((sum, block) => sum + block.records, 0);
      const left = until - performance.now();
      if (here >= records || this.bytes >= this.most || this.ended || left <= 0) return;
      await endsWithin(left, this.change());
    }
  }

  /** Removes the next block. */
  take(): void {
    this.bytes -= this.waiting.shift()?.bytes ?? 0;
    this.notify();
  }

  /** Reads and accepts no more blocks. */
  stop(): void {
    this.ended = true;
    this.free();
    this.reading.abort();
    this.notify();
  }

  private async fill(blocks: AsyncIterable<B>): Promise<void> {
    try {
      for await (const block of blocks) {
        if (this.ended) return;
        this.waiting.push(block);
        this.bytes += block.bytes;
        this.notify();
        while (this.bytes >= this.most && !this.ended) await this.change();
      }
    } catch (error) {
      this.failure = error instanceof Error ? error : new Error(String(error));
    }
    this.stop();
  }

  private change(): Promise<void> {
    return new Promise((resolve) => this.changed.push(resolve));
  }

  private notify(): void {
    for (const resolve of this.changed.splice(0)) resolve();
  }
}
