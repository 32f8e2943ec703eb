import { type ClickCounters, type Tally } from '@platform/click-counters';

type Reader = Pick<ClickCounters, 'resume' | 'count'>;

/** Counts each block once: the checkpoint of its source moves in the transaction of the counts, and never back. */
export class SourceCounters {
  private readonly readers = new Map<string, { readonly reader: Reader; counted: number }>();

  /** @param open a reader with a checkpoint of that name */
  constructor(private readonly open: (name: string) => Reader) {}

  /**
   * Counts a block unless it is already counted. After an error it may or may not be counted: call this again.
   * @param last number of the block's last record
   */
  async count(source: string, last: number, tally: Tally): Promise<void> {
    const known = this.readers.get(source) ?? (await this.resumed(source));
    if (last <= known.counted) return;
    try {
      await known.reader.count(tally, { seq: last });
    } catch (error) {
      this.readers.delete(source);
      throw error;
    }
    known.counted = last;
  }

  forget(source: string): void {
    this.readers.delete(source);
  }

  private async resumed(source: string) {
    const reader = this.open(`kafka/${source}`);
    const { seq } = await reader.resume();
    const resumed = { reader, counted: typeof seq === 'number' ? seq : 0 };
    this.readers.set(source, resumed);
    return resumed;
  }
}
