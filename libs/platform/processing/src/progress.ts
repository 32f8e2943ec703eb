import { endsWithin } from '@platform/async';

/**
 * The position that each processor has reached, as this process knows it; callers can wait for a position. A processor
 * of this process advances it directly, and `followProgress` does so for other processes.
 */
export class Progress {
  private readonly reached = new Map<string, bigint>();
  private readonly waiting = new Map<string, Set<{ position: bigint; wake: () => void }>>();

  advance(processor: string, position: bigint): void {
    if (position <= (this.reached.get(processor) ?? -1n)) return;
    this.reached.set(processor, position);
    const waiting = this.waiting.get(processor);
    if (!waiting) return;
    for (const waiter of waiting) {
      if (waiter.position > position) continue;
      waiting.delete(waiter);
      waiter.wake();
    }
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
    const waiting = this.waiting.get(processor) ?? new Set();
    this.waiting.set(processor, waiting);
    const waiter = { position, wake: (): void => undefined };
    const reached = new Promise<void>((resolve) => (waiter.wake = resolve));
    waiting.add(waiter);
    const inTime = await endsWithin(withinMs, reached);
    waiting.delete(waiter);
    return inTime;
  }
}
