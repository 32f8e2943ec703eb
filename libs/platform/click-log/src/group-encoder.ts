import { BLOCK_MS, OpenBlock } from './block';
import { crcAt, FRAME_OVERHEAD, FrameKind, MAX_PAYLOAD, sealOf, type SegmentHeader, writeFrame } from './frame';
import type { Item } from './item';
import type { OpenTail } from './open-tail';

/** Bytes of one group, at most; what does not fit goes with the next. */
const GROUP_BYTES = 1024 * 1024;
const SPARE = MAX_PAYLOAD + 4 * 1024;

/**
 * Turns queued items into the bytes of one group, sealing blocks on the way. It holds the open block, which may span
 * several groups.
 */
export class GroupEncoder {
  private readonly buffer = Buffer.allocUnsafeSlow(GROUP_BYTES + SPARE);
  private readonly block = new OpenBlock();
  private used = 0;
  /** Items encoded into this group so far. */
  items = 0;
  /** Where the last seal of this group ends; 0 without one. */
  sealedBytes = 0;
  seals = 0;
  /** Where the records of the open block begin in this group. */
  private openFrom = 0;
  private openAtMs = 0;

  constructor(private readonly source: string) {}

  /** Begins a group; `header` when it is the first one of its segment. */
  begin(header: SegmentHeader | null): void {
    this.used = 0;
    this.items = 0;
    this.sealedBytes = 0;
    this.seals = 0;
    if (header) this.used = writeFrame(this.buffer, 0, FrameKind.Header, 0, JSON.stringify(header), 0);
    this.openFrom = this.used;
  }

  /** Encodes from `queue` until it is empty, the group is full, or `stopAtSeal` ends the segment with this block. */
  fill(queue: readonly Item[], nowMs: number, stopAtSeal: (groupBytes: number) => boolean): void {
    for (let item = queue[this.items]; item && this.used < GROUP_BYTES; item = queue[this.items]) {
      if (!this.block.takes(item.bytes, item.atMs)) {
        this.seal();
        if (stopAtSeal(this.used)) return;
      }
      this.encode(item, nowMs);
      if (this.block.full) {
        this.seal();
        if (stopAtSeal(this.used)) return;
      }
    }
  }

  /** Ends the open block if it has anything in it. */
  seal(): void {
    if (this.block.count === 0) return;
    const { first, last, count, lastCrc } = this.block;
    this.used = writeFrame(
      this.buffer,
      this.used,
      FrameKind.Seal,
      last,
      JSON.stringify(sealOf(this.source, first, last, count)),
      lastCrc,
    );
    this.block.reset();
    this.sealedBytes = this.used;
    this.openFrom = this.used;
    this.seals += 1;
  }

  /** Milliseconds until the open block must be sealed; undefined when none is open. */
  sealDueIn(nowMs: number): number | undefined {
    return this.block.count === 0 ? undefined : this.block.openedAt + BLOCK_MS - nowMs;
  }

  /** Forgets the open block: its records will be encoded again, from its first on. */
  restart(): void {
    this.block.reset();
  }

  get bytes(): Buffer {
    return this.buffer.subarray(0, this.used);
  }

  /** Keeps in `tail` what this group adds to the block that stays open. */
  keepOpen(tail: OpenTail): void {
    if (this.seals > 0) tail.clear();
    if (this.used > this.openFrom) tail.add(this.buffer.subarray(this.openFrom, this.used), this.openAtMs);
  }

  private encode(item: Item, nowMs: number): void {
    const start = this.used;
    this.used = writeFrame(this.buffer, start, FrameKind.Record, item.seq, item.payload, this.block.lastCrc);
    this.block.add(item.seq, item.bytes + FRAME_OVERHEAD, crcAt(this.buffer, start), item.atMs, nowMs);
    this.items += 1;
    this.openAtMs = item.atMs;
  }
}
