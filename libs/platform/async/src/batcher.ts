import { setImmediate as nextTurn } from 'node:timers/promises';

export interface BatcherOptions<I, O> {
  /**
   * Handles a batch; answers in the order of its items. An error is the answer to all of them, and nothing was done.
   */
  readonly send: (items: readonly I[]) => Promise<readonly O[]>;
  /** Items of one batch at most. */
  readonly maxItems: number;
  /** How much of its batch an item takes, in any unit; with `maxSize`. A larger item travels alone. */
  readonly sizeOf?: (item: I) => number;
  readonly maxSize?: number;
  /** Items that may wait; one more is refused at once. */
  readonly maxWaiting?: number;
  /** How long an item waits for its answer in milliseconds, queueing included. */
  readonly deadlineMs: number;
  /** Whether an error may be the fault of a single item. Then the halves of the batch are sent by themselves. */
  readonly isFaultOfItem?: (error: unknown) => boolean;
  /** Makes the error for a refused or late item. */
  readonly unavailable: (detail: string) => Error;
}

interface Waiting<I, O> {
  readonly item: I;
  readonly resolve: (answer: O) => void;
  readonly reject: (error: Error) => void;
  settled: boolean;
}

/**
 * Shares round trips: items that arrive while a batch is under way wait and go together as the next batch. An item that
 * is late before its batch is sent is never sent.
 */
export class Batcher<I, O> {
  private queue: Waiting<I, O>[] = [];
  private pumping: Promise<void> | undefined;
  private closed = false;

  constructor(private readonly options: BatcherOptions<I, O>) {}

  /** Whether no item waits and no batch is under way. */
  get idle(): boolean {
    return this.pumping === undefined;
  }

  /** @throws what `unavailable` makes, or what `send` threw */
  add(item: I, deadlineMs = this.options.deadlineMs): Promise<O> {
    const { maxWaiting = Infinity, unavailable } = this.options;
    if (this.closed) return Promise.reject(unavailable('it is closed'));
    if (this.queue.length >= maxWaiting) return Promise.reject(unavailable(`${maxWaiting} wait already`));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => waiting.reject(unavailable(`no answer within ${deadlineMs} ms`)), deadlineMs);
      const settle = (): void => {
        clearTimeout(timer);
        waiting.settled = true;
      };
      const waiting: Waiting<I, O> = {
        item,
        settled: false,
        resolve: (answer) => (settle(), resolve(answer)),
        reject: (error) => (settle(), reject(error)),
      };
      this.queue.push(waiting);
      this.pumping ??= this.pump();
    });
  }

  /** Takes no more; resolves when all that was taken is answered. */
  async close(): Promise<void> {
    this.closed = true;
    await this.pumping;
  }

  /** Each batch waits for the end of the turn: callers that were answered together often come back together. */
  private async pump(): Promise<void> {
    while (this.queue.length > 0) {
      await nextTurn();
      await this.deliver(this.take());
    }
    this.pumping = undefined;
  }

  private take(): readonly Waiting<I, O>[] {
    const { maxItems, maxSize = Infinity, sizeOf = () => 0 } = this.options;
    this.queue = this.queue.filter(({ settled }) => !settled);
    let size = 0;
    let count = 0;
    for (const { item } of this.queue) {
      size += sizeOf(item);
      if (count >= maxItems || (count > 0 && size > maxSize)) break;
      count += 1;
    }
    return this.queue.splice(0, count);
  }

  private async deliver(batch: readonly Waiting<I, O>[]): Promise<void> {
    if (batch.length === 0) return;
    try {
      const answers = await this.options.send(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(answers[index] as O));
    } catch (error) {
      if (batch.length > 1 && this.options.isFaultOfItem?.(error)) {
        const half = batch.length >> 1;
        await this.deliver(batch.slice(0, half));
        return this.deliver(batch.slice(half));
      }
      const reason = error instanceof Error ? error : new Error(String(error));
      for (const { reject } of batch) reject(reason);
    }
  }
}
