/**
 * Groups items into batches. While the caller works on a batch, the source is read up to `max` items ahead, and these
 * are the next batch. An idle source gives batches of one without delay, a busy one gives large ones.
 */
export async function* batches<T>(source: AsyncIterable<T>, max: number): AsyncGenerator<readonly T[]> {
  const ahead = new ReadAhead<T>(max);
  const reading = ahead.read(source);
  reading.catch(() => undefined); // It is awaited below, once everything read before the error has been delivered.
  try {
    for (let batch = await ahead.take(); batch.length > 0; batch = await ahead.take()) yield batch;
    await reading;
  } finally {
    ahead.stop();
  }
}

class ReadAhead<T> {
  private items: T[] = [];
  private ended = false;
  private wakeTaker: () => void = () => undefined;
  private wakeReader: () => void = () => undefined;

  constructor(private readonly max: number) {}

  async read(source: AsyncIterable<T>): Promise<void> {
    try {
      for await (const item of source) {
        this.items.push(item);
        this.wakeTaker();
        if (this.items.length >= this.max) await new Promise<void>((resolve) => (this.wakeReader = resolve));
        if (this.ended) return;
      }
    } finally {
      this.stop();
    }
  }

  /** Returns what was read since the last call. Waits for at least one item; empty at the end. */
  async take(): Promise<readonly T[]> {
    while (this.items.length === 0 && !this.ended) await new Promise<void>((resolve) => (this.wakeTaker = resolve));
    const taken = this.items;
    this.items = [];
    this.wakeReader();
    return taken;
  }

  stop(): void {
    this.ended = true;
    this.wakeTaker();
    this.wakeReader();
  }
}
