import { open, readFile } from 'node:fs/promises';
import { pause } from '@platform/async';
import { FrameKind, nextBlockAt, readFrame, sealOf, type SegmentHeader, writeFrame } from './frame';
import { type Head, headWrittenAt, readHead, writeHead } from './head';
import { listSegments, listSources, segmentPath } from './layout';
import type { JournalOptions } from './journal-options';
import { isAlive } from './owner';

type AtFailpoint = JournalOptions['failpoint'];

/** What is intact in a segment. */
export interface Scan {
  /** Null where it is damaged, though records are intact. */
  readonly header: SegmentHeader | null;
  readonly records: number;
  /** Number of the first of them. */
  readonly first: number | undefined;
  /** Where the intact frames end. */
  readonly end: number;
  /** Records after the last seal. */
  readonly tail: {
    readonly first: number;
    readonly last: number;
    readonly count: number;
    readonly lastCrc: number;
  } | null;
}

/** Undefined for a segment without an intact header and without intact records. */
export const scan = (bytes: Buffer): Scan | undefined => {
  const start = readFrame(bytes, 0, 0);
  const header = start?.kind === FrameKind.Header ? (JSON.parse(start.payload.toString()) as SegmentHeader) : null;
  let end = header && start ? start.end : nextBlockAt(bytes, 1);
  const first = readFrame(bytes, end, 0)?.seq;
  if (!header && first === undefined) return undefined;
  let records = 0;
  let tail = null as Scan['tail'];
  for (;;) {
    const frame = readFrame(bytes, end, tail?.lastCrc ?? 0);
    if (!frame) return { header, records, first, end, tail };
    end = frame.end;
    if (frame.kind === FrameKind.Seal) tail = null;
    else {
      records += 1;
      tail = { first: tail?.first ?? frame.seq, last: frame.seq, count: (tail?.count ?? 0) + 1, lastCrc: frame.crc };
    }
  }
};

/**
 * Seals the records that dead writers left unsealed. Answered records were on disk, so they are intact and become a
 * block; a torn end was never answered and is cut off. Any number of processes may do this at once, and repeatedly: the
 * bytes on disk determine the bytes that are written.
 */
export const recover = async (directory: string, nowMs: number, failpoint?: AtFailpoint): Promise<void> => {
  await recoverDead(directory, nowMs, failpoint);
  const headed = new Set(await listSources(directory));
  for (const source of (await listSegments(directory)).keys()) {
    if (!headed.has(source) || !(await readSettledHead(directory, source)))
      await recoverSource(directory, source, failpoint);
  }
};

/** The same for sources that have a head. It is quick enough to repeat now and then: another writer may have died. */
export const recoverDead = async (directory: string, nowMs: number, failpoint?: AtFailpoint): Promise<void> => {
  for (const source of await listSources(directory)) {
    const head = await readHead(directory, source);
    if (!head?.owner || isAlive(head.owner, await headWrittenAt(directory, source), nowMs)) continue;
    await recoverSource(directory, source, failpoint);
  }
};

const TRIES = 5;
const TRY_AGAIN_MS = 10;

/** A head may be unreadable while it is being rewritten; one that stays unreadable was lost in a power cut. */
const readSettledHead = async (directory: string, source: string): Promise<Head | undefined> => {
  for (let tries = 1; tries < TRIES; tries += 1) {
    const head = await readHead(directory, source);
    if (head) return head;
    await pause(TRY_AGAIN_MS);
  }
  return readHead(directory, source);
};

const recoverSource = async (directory: string, source: string, failpoint?: AtFailpoint): Promise<void> => {
  const segments = (await listSegments(directory)).get(source) ?? [];
  for (const segment of segments.toReversed()) {
    const path = segmentPath(directory, source, segment);
    const found = scan(await readFile(path));
    // A segment is void unless it has all the records it took over: they are still in the segment before it.
    if (
      !found ||
      !(await hasTakenOver(
        found,
        directory,
        source,
        segments.findLast((number) => number < segment),
      ))
    )
      continue;
    const offset = await sealTail(path, source, found);
    failpoint?.('recovery.sealed');
    return writeHead(directory, source, { segment, offset, owner: null });
  }
  return writeHead(directory, source, { segment: 0, offset: 0, owner: null });
};

/** A damaged header does not say how many: those that the segment before it left unsealed. */
const hasTakenOver = async (
  { header, records, first = Infinity }: Scan,
  directory: string,
  source: string,
  before: number | undefined,
): Promise<boolean> => {
  if (header) return records >= header.carried;
  const left = before === undefined ? undefined : scan(await readFile(segmentPath(directory, source, before)))?.tail;
  return first <= (left?.first ?? Infinity);
};

/** Returns where the segment ends. Writes the seal before it cuts the rest, so that no reader sees less than before. */
const sealTail = async (path: string, source: string, { end, tail }: Scan): Promise<number> => {
  const file = await open(path, 'r+');
  try {
    let sealed = end;
    if (tail) {
      const frame = Buffer.alloc(512);
      const size = writeFrame(
        frame,
        0,
        FrameKind.Seal,
        tail.last,
        JSON.stringify(sealOf(source, tail.first, tail.last, tail.count)),
        tail.lastCrc,
      );
      await file.write(frame, 0, size, end);
      sealed += size;
    }
    await file.truncate(sealed);
    await file.sync();
    return sealed;
  } finally {
    await file.close();
  }
};
