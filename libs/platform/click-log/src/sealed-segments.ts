import { open } from 'node:fs/promises';
import { FrameKind, readFrame, type SegmentHeader } from './frame';
import { segmentPath } from './layout';

/** A segment, by its number, and the offset where its sealed blocks end. */
export interface SealedSegment {
  readonly segment: number;
  readonly end: number;
}

/** Undefined when the segment is gone (pruned) or never got a whole header. */
const readHeader = async (path: string): Promise<SegmentHeader | undefined> => {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!file) return undefined;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0);
    const frame = readFrame(buffer.subarray(0, bytesRead), 0, 0);
    return frame?.kind === FrameKind.Header ? (JSON.parse(frame.payload.toString()) as SegmentHeader) : undefined;
  } finally {
    await file.close();
  }
};

/**
 * The valid segments of a source, from `from` (or the oldest that is left) to `last`, oldest first. Each header names
 * the segment before it and where that one ends, so what a failed write left behind is skipped.
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
    const header: SegmentHeader | undefined = await readHeader(segmentPath(directory, source, next.segment));
    if (!header) break;
    found.push(next);
    next = header.previous ? { segment: header.previous.segment, end: header.previous.end } : null;
  }
  return found.reverse();
};
