/** Keeps the values that were used last, up to a number of bytes. */
export class ByteCache {
  private readonly values = new Map<string, Buffer>();
  private held = 0;

  constructor(private readonly bytes: number) {}

  get(key: string): Buffer | undefined {
    const value = this.values.get(key);
    if (value === undefined) return undefined;
    // A Map iterates in the order of insertion: the first entry is the one that was not used for longest.
    this.values.delete(key);
    this.values.set(key, value);
    return value;
  }

  set(key: string, value: Buffer): void {
    this.held += value.length - (this.values.get(key)?.length ?? 0);
    this.values.delete(key);
    this.values.set(key, value);
    for (const [oldest, { length }] of this.values) {
      if (this.held <= this.bytes) break;
      this.values.delete(oldest);
      this.held -= length;
    }
  }
}
