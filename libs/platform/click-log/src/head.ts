import { constants } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { pause } from '@platform/async';
import { headPath } from './layout';
import { type SourceOwner, thisProcess } from './owner';

/** How far a source may be read: everything before this offset is sealed and on disk. One small file per source. */
export interface Head {
  readonly segment: number;
  readonly offset: number;
  /** Who writes the source; null once it was closed or recovered. */
  readonly owner: SourceOwner | null;
}

/** Fixed, so that a rewrite in place never leaves an end of the previous text. */
const SIZE = 256;

const toBytes = (head: Head): Buffer => {
  const text = JSON.stringify(head);
  return Buffer.from(`${crc32(text).toString(16).padStart(8, '0')} ${text}`.padEnd(SIZE));
};

/** Undefined while the file is being rewritten, and when there is none. */
export const readHead = async (directory: string, source: string): Promise<Head | undefined> => {
  const text = await readFile(headPath(directory, source), 'utf8').catch(() => '');
  const body = text.slice(9).trimEnd();
  return body !== '' && crc32(body) === parseInt(text.slice(0, 8), 16) ? (JSON.parse(body) as Head) : undefined;
};

const TRIES = 5;
const TRY_AGAIN_MS = 10;

/** A head may be unreadable while it is being rewritten; one that stays unreadable was lost in a power cut. */
export const readSettledHead = async (directory: string, source: string): Promise<Head | undefined> => {
  for (let tries = 1; tries < TRIES; tries += 1) {
    const head = await readHead(directory, source);
    if (head) return head;
    await pause(TRY_AGAIN_MS);
  }
  return readHead(directory, source);
};

/** When a head was last rewritten, in milliseconds; 0 without one. */
export const headWrittenAt = async (directory: string, source: string): Promise<number> =>
  stat(headPath(directory, source)).then(
    (found) => found.mtimeMs,
    () => 0,
  );

/** In place: several processes may recover a source at once, and none is to find the head of another one empty. */
export const writeHead = async (directory: string, source: string, head: Head): Promise<void> => {
  const file = await open(headPath(directory, source), constants.O_WRONLY | constants.O_CREAT, 0o600);
  try {
    await file.write(toBytes(head), 0, SIZE, 0);
    // A damaged one may have been longer.
    await file.truncate(SIZE);
  } finally {
    await file.close();
  }
};

/** Keeps a source's head up to date: one write at a time, the newest wins. The next write makes up for a failed one. */
export class HeadWriter {
  private next: Head | undefined;
  private writing: Promise<void> | undefined;

  private constructor(
    private readonly file: FileHandle,
    private last: Head,
  ) {}

  static async open(directory: string, source: string): Promise<HeadWriter> {
    const file = await open(headPath(directory, source), 'wx', 0o600);
    const writer = new HeadWriter(file, { segment: 0, offset: 0, owner: thisProcess() });
    writer.touch();
    await writer.settled();
    return writer;
  }

  publish(segment: number, offset: number): void {
    this.last = { segment, offset, owner: this.last.owner };
    this.touch();
  }

  /** Rewrites the head even if unchanged: a sign of life for processes that cannot ask the kernel about this one. */
  touch(): void {
    this.next = this.last;
    this.writing ??= this.drain();
  }

  /** @param complete nothing is left unsealed; otherwise the next start recovers it. */
  async close(complete: boolean): Promise<void> {
    if (complete) this.last = { ...this.last, owner: null };
    this.touch();
    await this.settled();
    await this.file.close();
  }

  private async settled(): Promise<void> {
    while (this.writing) await this.writing;
  }

  private async drain(): Promise<void> {
    while (this.next) {
      const bytes = toBytes(this.next);
      this.next = undefined;
      await this.file.write(bytes, 0, SIZE, 0).catch(() => undefined);
    }
    this.writing = undefined;
  }
}
