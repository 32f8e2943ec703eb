/** Ends work in the reverse order of its beginning. An end that fails does not prevent the others. */
export class Shutdown {
  private readonly ends: (() => unknown)[] = [];
  private running: Promise<void> | undefined;

  push(end: () => unknown): void {
    this.ends.push(end);
  }

  /** Begins work that runs until its signal aborts; its end aborts the signal and waits. @returns the work itself */
  background(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const stopping = new AbortController();
    const working = work(stopping.signal);
    this.push(() => (stopping.abort(), working));
    return working;
  }

  /** Ends everything, once. @throws AggregateError with the failures, after the rest has ended */
  run(): Promise<void> {
    return (this.running ??= this.unwind());
  }

  private async unwind(): Promise<void> {
    const failures: unknown[] = [];
    for (let end = this.ends.pop(); end; end = this.ends.pop()) {
      try {
        await end();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'not everything ended well');
  }
}
