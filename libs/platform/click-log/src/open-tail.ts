import { BLOCK_BYTES } from './block';
import { readFrame } from './frame';
import type { Item } from './item';

/**
 * The durable records of the block that is not sealed yet, as bytes: if the disk fails, the journal writes them again,
 * into the next segment. Bytes rather than items, because items would keep their requests in memory.
 */
export class OpenTail {
  private readonly buffer = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  private used = 0;
  private atMs = 0;

  /** @param frames record frames that continue the block; @param atMs a time in the block's month. */
  add(frames: Buffer, atMs: number): void {
    this.used += frames.copy(this.buffer, this.used);
    this.atMs = atMs;
  }

  clear(): void {
    this.used = 0;
  }

  /** The records as items whose appends are answered already. */
  take(): Item[] {
    const bytes = Buffer.from(this.buffer.subarray(0, this.used));
    const items: Item[] = [];
    for (let frame = readFrame(bytes, 0, 0); frame; frame = readFrame(bytes, frame.end, frame.crc)) {
      items.push({
        seq: frame.seq,
        payload: frame.payload,
        bytes: frame.payload.length,
        atMs: this.atMs,
        done: undefined,
      });
    }
    this.used = 0;
    return items;
  }
}
