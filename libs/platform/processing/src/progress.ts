import { endsWithin } from '@platform/async';

interface Waiter {
  readonly position: bigint;
  readonly wake: () => void;
}

/**
 * The position that each processor has reached, as this process knows it; callers can wait for a position. A processor
 * of this process advances it directly, and `followProgress` does so for other processes.
 */
export class Progress {
  private readonly reached = new Map<string, bigint>();
  /** Lists and not sets: a set keeps what it held in old tables until a full garbage collection. */
  private readonly waiting = new Map<string, Waiter[]>();

  advance(processor: string, position: bigint): void {
    if (position <= (this.reached.get(processor) ?? -1n)) return;
    this.reached.set(processor, position);
    const waiting = this.waiting.get(processor);
    if (!waiting) return;
    this.waiting.set(
      processor,
      waiting.filter((waiter) => waiter.position > position),
    );
    for (const waiter of waiting) if (waiter.position <= position) waiter.wake();
  }

  /** Sets the position, also to a lower one: the processor, or the database with its checkpoint, went back. */
  reset(processor: string, position: bigint): void {
    this.reached.delete(processor);
    this.advance(processor, position);
  }

  position(processor: string): bigint {
    return this.reached.get(processor) ?? -1n;
  }

  /** Names of the processors that had not reached the position within the time; empty when all had. */
  async awaitProcessed(processors: readonly string[], position: bigint, withinMs: number): Promise<readonly string[]> {
    const behind = processors.filter((processor) => this.position(processor) < position);
    if (behind.length === 0) return [];
    const reached = await Promise.all(behind.map((processor) => this.wait(processor, position, withinMs)));
    return behind.filter((_, index) => !reached[index]);
  }

  private async wait(processor: string, position: bigint, withinMs: number): Promise<boolean> {
    const waiter = { position, wake: (): void => undefined };
    const reached = new Promise<void>((resolve) => (waiter.wake = resolve));
    this.waitingFor(processor).push(waiter);
    const inTime = await endsWithin(withinMs, reached);
    if (!inTime)
      this.waiting.set(
        processor,
        this.waitingFor(processor).filter((other) => other !== waiter),
      );
    return inTime;
  }

  private waitingFor(processor: string): Waiter[] {
    const known = this.waiting.get(processor);
    if (known) return known;
    const waiting: Waiter[] = [];
    this.waiting.set(processor, waiting);
    return waiting;
  }
}
