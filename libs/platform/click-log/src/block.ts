import { FRAME_OVERHEAD } from './frame';

export const BLOCK_RECORDS = 1000;
export const BLOCK_BYTES = 512 * 1024;
export const BLOCK_MS = 500;
/** Room kept for the seal frame, so that the whole block stays within BLOCK_BYTES. */
export const SEAL_ROOM = 512;

const DAY_MS = 86_400_000;

/** The state of the block that is being filled: when it is full, and how to seal it. */
export class OpenBlock {
  count = 0;
  first = 0;
  last = 0;
  lastCrc = 0;
  openedAt = 0;
  private bytes = 0;
  private monthStart = 0;
  private monthEnd = 0;

  /** May a record of that many payload bytes and that time still go in? A block never spans a UTC month. */
  takes(payloadBytes: number, atMs: number): boolean {
    if (this.count === 0) return true;
    return (
      atMs >= this.monthStart &&
      atMs < this.monthEnd &&
      this.bytes + FRAME_OVERHEAD + payloadBytes + SEAL_ROOM <= BLOCK_BYTES
    );
  }

  add(seq: number, frameBytes: number, crc: number, atMs: number, nowMs: number): void {
    if (this.count === 0) {
      this.first = seq;
      this.openedAt = nowMs;
      if (atMs < this.monthStart || atMs >= this.monthEnd) this.enterMonth(atMs);
    }
    this.count += 1;
    this.last = seq;
    this.bytes += frameBytes;
    this.lastCrc = crc;
  }

  get full(): boolean {
    return this.count >= BLOCK_RECORDS;
  }

  reset(): void {
    this.count = 0;
    this.bytes = 0;
    this.lastCrc = 0;
  }

  private enterMonth(atMs: number): void {
    const day = new Date(Math.floor(atMs / DAY_MS) * DAY_MS);
    this.monthStart = Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1);
    this.monthEnd = Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1);
  }
}
