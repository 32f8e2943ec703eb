import type { Readable } from 'node:stream';

/** How much an inbox holds before its source waits. */
export interface InboxLimits<T> {
  readonly items: number;
  readonly bytes: number;
  /** About how many bytes an item takes. */
  readonly weightOf: (item: T) => number;
}

/**
 * Takes what a source sends at once and keeps it until it is asked for, in order. Above a limit the source waits until
 * half of that is gone. What arrived before the source failed is delivered before the failure.
 */
export class Inbox<T> implements AsyncIterable<T> {
  /** Those that were taken are undefined. */
  private items: (T | undefined)[] = [];
  private taken = 0;
  private weight = 0;
  /** Why no more will come. */
  private over: { readonly error?: Error } | undefined;
  private wake: () => void = () => undefined;

  constructor(
    private readonly source: Readable,
    private readonly limits: InboxLimits<T>,
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
    const { items, bytes, weightOf } = this.limits;
    this.items.push(item);
    this.weight += weightOf(item);
    if (this.length >= items || this.weight >= bytes) this.source.pause();
    this.wake();
  }

  private take(): T {
    const { items, bytes, weightOf } = this.limits;
    const item = this.items[this.taken] as T;
    this.items[this.taken] = undefined;
    this.taken += 1;
    this.weight -= weightOf(item);
    if (this.taken === this.items.length || this.taken > items) {
      this.items = this.items.slice(this.taken);
      this.taken = 0;
    }
    if (this.source.isPaused() && this.length <= items / 2 && this.weight <= bytes / 2) this.source.resume();
    return item;
  }

  private end(reason: { readonly error?: Error }): void {
    this.over ??= reason;
    this.wake();
  }
}
