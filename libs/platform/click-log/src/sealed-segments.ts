import { open, readFile } from 'node:fs/promises';
import { FrameKind, nextBlockAt, readFrame, type SegmentHeader } from './frame';
import { listSegments, segmentPath } from './layout';

/** A segment, by its number, and the offset where its sealed blocks end. */
export interface SealedSegment {
  readonly segment: number;
  readonly end: number;
}

/** Undefined when the segment is gone (pruned), null when its header is damaged. */
const readHeader = async (path: string): Promise<SegmentHeader | null | undefined> => {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!file) return undefined;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0);
    const frame = readFrame(buffer.subarray(0, bytesRead), 0, 0);
    return frame?.kind === FrameKind.Header ? (JSON.parse(frame.payload.toString()) as SegmentHeader) : null;
  } finally {
    await file.close();
  }
};

/**
 * The valid segments of a source, from `from` (or the oldest that is left) to `last`, oldest first. Each header names
 * the segment before it and where that one ends, so what a failed write left behind is skipped. One whose header is
 * damaged is among them: its reader finds the damage.
 */
export const sealedSegments = async (
  directory: string,
  source: string,
  from: number,
  last: SealedSegment,
): Promise<SealedSegment[]> => {
  const found: SealedSegment[] = [];
  let next: SealedSegment | null = last;
  while (next && next.segment >= Math.max(1, from)) {
    const header: SegmentHeader | null | undefined = await readHeader(segmentPath(directory, source, next.segment));
    if (header === undefined) break;
    found.push(next);
    if (header) next = header.previous;
    else next = next.segment > from ? await segmentBefore(directory, source, next) : null;
  }
  return found.reverse();
};

/**
 * The segment before one whose header does not tell. It ends before the first record of that one: what follows there
 * was taken over.
 */
const segmentBefore = async (
  directory: string,
  source: string,
  { segment, end }: SealedSegment,
): Promise<SealedSegment | null> => {
  const before = (await listSegments(directory)).get(source)?.findLast((number) => number < segment);
  if (before === undefined) return null;
  const read = (number: number): Promise<Buffer> => readFile(segmentPath(directory, source, number));
  const bytes = (await read(segment)).subarray(0, end);
  const first = readFrame(bytes, nextBlockAt(bytes, 1), 0)?.seq ?? Infinity;
  return { segment: before, end: endBefore(await read(before), first) };
};

/** Where the last sealed block ends whose records all come before this one. */
const endBefore = (bytes: Buffer, record: number): number => {
  let [end, at, seed] = [0, 0, 0];
  while (at < bytes.length) {
    const frame = readFrame(bytes, at, seed);
    if (!frame) {
      at = nextBlockAt(bytes, at + 1);
      seed = 0;
      continue;
    }
    if (frame.kind === FrameKind.Record && frame.seq >= record) return end;
    at = frame.end;
    seed = frame.kind === FrameKind.Record ? frame.crc : 0;
    if (frame.kind !== FrameKind.Record) end = at;
  }
  return end;
};
