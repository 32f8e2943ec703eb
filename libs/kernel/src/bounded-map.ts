/** What an entry costs besides its characters. */
const ENTRY = 64;

/** A copy, because a part of a text keeps the whole text in memory. */
const detached = (text: string): string => ` ${text}`.slice(1);

/**
 * Remembers the most recently used entries, at the cost of two Map look-ups. Strangers choose the keys, so it limits
 * size and not number: keys and text values together, to between `characters` and twice as many.
 */
export class BoundedMap<V> {
  private young = new Map<string, V>();
  private old = new Map<string, V>();
  private held = 0;

  constructor(private readonly characters: number) {}

  get(key: string): V | undefined {
    const value = this.young.get(key);
    if (value !== undefined) return value;
    const kept = this.old.get(key);
    if (kept !== undefined) this.set(key, kept);
    return kept;
  }

  /** Does not keep an entry larger than an eighth of `characters`. */
  set(key: string, value: V): void {
    const size = key.length + (typeof value === 'string' ? value.length : 0) + ENTRY;
    if (size > this.characters / 8) return;
    if (this.held + size > this.characters) {
      this.old = this.young;
      this.young = new Map();
      this.held = 0;
    }
    this.young.set(detached(key), value);
    this.held += size;
  }

  clear(): void {
    this.young.clear();
    this.old.clear();
    this.held = 0;
  }
}
