import type { Readable } from 'node:stream';

/**
 * Takes what a source sends at once and keeps it until it is asked for, in order. Above `limit` items the source waits
 * until half of them are gone. What arrived before the source failed is delivered before the failure.
 */
export class Inbox<T> implements AsyncIterable<T> {
  private items: T[] = [];
  private taken = 0;
  /** Why no more will come. */
  private over: { readonly error?: Error } | undefined;
  private wake: () => void = () => undefined;

  constructor(
    private readonly source: Readable,
    private readonly limit: number,
  ) {
    source
      .on('data', (item: T) => this.receive(item))
      .on('error', (error: Error) => this.end({ error }))
      .on('end', () => this.end({}))
      .on('close', () => this.end({}));
  }

  /** How many items are at hand. */
  get length(): number {
    return this.items.length - this.taken;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      while (this.length > 0) yield this.take();
      if (this.over?.error) throw this.over.error;
      if (this.over) return;
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  private receive(item: T): void {
    if (this.over) return;
    this.items.push(item);
    if (this.length >= this.limit) this.source.pause();
    this.wake();
  }

  private take(): T {
    const item = this.items[this.taken] as T;
    this.taken += 1;
    if (this.taken === this.items.length || this.taken > this.limit) {
      this.items = this.items.slice(this.taken);
      this.taken = 0;
    }
    if (this.source.isPaused() && this.length <= this.limit / 2) this.source.resume();
    return item;
  }

  private end(reason: { readonly error?: Error }): void {
    this.over ??= reason;
    this.wake();
  }
}
