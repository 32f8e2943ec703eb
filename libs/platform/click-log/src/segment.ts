import * as fs from 'node:fs';
import { promisify } from 'node:util';
import { dirname } from 'node:path';

/** The part of node:fs a journal writes through; tests replace it with a disk that can fail or lose writes. */
export type JournalFs = Pick<typeof fs, 'open' | 'writev' | 'fdatasync' | 'fsync' | 'close' | 'ftruncate' | 'unlink'>;

export const nodeFs: JournalFs = fs;

const { O_WRONLY, O_CREAT, O_EXCL, O_DSYNC } = fs.constants;
/** With O_DSYNC a write returns when it is on disk: one trip to a thread, not two. Elsewhere fdatasync follows it. */
const SYNCED_BY_WRITE = process.platform === 'linux' && typeof O_DSYNC === 'number';

const MIN_AHEAD = 16 * 1024;
const MAX_AHEAD = 512 * 1024;
const ZEROS = Buffer.alloc(MAX_AHEAD);

/**
 * One file of the journal. Zeros are written ahead of the records: a write into space that exists already need not
 * commit a new file size, which halves its time on ext4. The zeros grow with the segment, so a quiet one stays small.
 */
export class SegmentFile {
  private zeroed = 0;
  /** Where the next frame goes. */
  size = 0;

  private constructor(
    private readonly io: JournalFs,
    private readonly path: string,
    private readonly fd: number,
  ) {}

  /** Creates a file whose directory entry is on disk. */
  static async create(io: JournalFs, path: string): Promise<SegmentFile> {
    const flags = O_WRONLY | O_CREAT | O_EXCL | (SYNCED_BY_WRITE ? O_DSYNC : 0);
    const fd = await promisify(io.open)(path, flags, 0o600);
    try {
      const directory = await promisify(io.open)(dirname(path), 'r', 0);
      await promisify(io.fsync)(directory).finally(() => promisify(io.close)(directory));
    } catch (error) {
      await new SegmentFile(io, path, fd).close();
      throw error;
    }
    return new SegmentFile(io, path, fd);
  }

  /** Calls `done` when the bytes are on disk, or with an error: then this file must not be written any more. */
  append(bytes: Buffer, done: (error: Error | null) => void): void {
    const end = this.size + bytes.length;
    const ahead = end <= this.zeroed ? 0 : Math.min(MAX_AHEAD, Math.max(MIN_AHEAD, this.size));
    const parts = ahead === 0 ? [bytes] : [bytes, ZEROS.subarray(0, ahead)];
    this.io.writev(this.fd, parts, this.size, (error, written) => {
      if (error) return done(error);
      if (written !== bytes.length + ahead)
        return done(new Error(`The disk took ${written} of ${bytes.length + ahead} bytes`));
      this.size = end;
      if (ahead > 0) this.zeroed = end + ahead;
      if (SYNCED_BY_WRITE) return done(null);
      this.io.fdatasync(this.fd, done);
    });
  }

  /**
   * Cuts the zeros off, and removes a file without a single frame: on a full disk each attempt would leave one. Both
   * may fail: the next segment's header, or the head, says where this one ends.
   */
  async close(): Promise<void> {
    const { io, fd, path, size } = this;
    await (size === 0 ? promisify(io.unlink)(path) : promisify(io.ftruncate)(fd, size)).catch(() => undefined);
    await promisify(io.close)(fd).catch(() => undefined);
  }
}
