import { open, readFile } from 'node:fs/promises';
import { FrameKind, nextBlockAt, readFrame, sealOf, type SegmentHeader, writeFrame } from './frame';
import { headWrittenAt, readHead, readSettledHead, writeHead } from './head';
import { listSegments, listSources, segmentPath } from './layout';
import type { JournalOptions } from './journal-options';
import { isAlive } from './owner';

type AtFailpoint = JournalOptions['failpoint'];

/** Records that follow each other and that no seal vouches for. */
interface Unsealed {
  readonly first: number;
  readonly last: number;
  readonly count: number;
  readonly lastCrc: number;
  /** Where they end in the segment. */
  readonly end: number;
}

/** What is intact in a segment. */
export interface Scan {
  /** Null where it is damaged, though records are intact. */
  readonly header: SegmentHeader | null;
  /** Before the first damage. */
  readonly records: number;
  /** Number of the first of them. */
  readonly first: number | undefined;
  /** Where the intact frames end. */
  readonly end: number;
  /** Those before damaged bytes that intact blocks follow. Their seal was in these bytes, so it has room there. */
  readonly severed: readonly Unsealed[];
  /** Those after the last seal. */
  readonly tail: Unsealed | null;
}

/** Undefined for a segment without an intact header and without intact records. */
export const scan = (bytes: Buffer): Scan | undefined => {
  const start = readFrame(bytes, 0, 0);
  const header = start?.kind === FrameKind.Header ? (JSON.parse(start.payload.toString()) as SegmentHeader) : null;
  const from = header && start ? start.end : nextBlockAt(bytes, 1);
  const first = readFrame(bytes, from, 0)?.seq;
  if (!header && first === undefined) return undefined;
  const { records, ...run } = scanRun(bytes, from);
  const severed: Unsealed[] = [];
  let { end, tail } = run;
  for (let next = nextBlockAt(bytes, end + 1); next < bytes.length; next = nextBlockAt(bytes, end + 1)) {
    if (tail) severed.push(tail);
    ({ end, tail } = scanRun(bytes, next));
  }
  return { header, records, first, end, severed, tail };
};

/** The intact frames from `from`, where a block begins, to the first that is not. */
const scanRun = (bytes: Buffer, from: number): Pick<Scan, 'records' | 'end' | 'tail'> => {
  let [records, end] = [0, from];
  let tail = null as Unsealed | null;
  for (let frame = readFrame(bytes, end, 0); frame; frame = readFrame(bytes, end, tail?.lastCrc ?? 0)) {
    ({ end } = frame);
    if (frame.kind === FrameKind.Seal) {
      tail = null;
      continue;
    }
    records += 1;
    tail = { first: tail?.first ?? frame.seq, last: frame.seq, count: (tail?.count ?? 0) + 1, lastCrc: frame.crc, end };
  }
  return { records, end, tail };
};

/**
 * Seals the records that dead writers left unsealed. Answered records were on disk, so they are intact and become a
 * block; a torn end was never answered and is cut off. Damage that intact blocks follow stays, for readers to report.
 * Any number of processes may do this at once, and repeatedly: the bytes on disk determine the bytes that are written.
 */
export const recover = async (directory: string, nowMs: number, failpoint?: AtFailpoint): Promise<void> => {
  await recoverDead(directory, nowMs, failpoint);
  const segments = await listSegments(directory);
  // Listed last: a writer makes its head before its first segment, so one that has begun meanwhile has a head here.
  const headed = new Set(await listSources(directory));
  for (const source of segments.keys()) {
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

/** Returns where the segment ends. Writes the seals before it cuts the rest, so that no reader sees less than before. */
const sealTail = async (path: string, source: string, { end, severed, tail }: Scan): Promise<number> => {
  const file = await open(path, 'r+');
  try {
    let sealed = end;
    for (const unsealed of tail ? [...severed, tail] : severed) {
      const frame = Buffer.alloc(512);
      const seal = JSON.stringify(sealOf(source, unsealed.first, unsealed.last, unsealed.count));
      const size = writeFrame(frame, 0, FrameKind.Seal, unsealed.last, seal, unsealed.lastCrc);
      await file.write(frame, 0, size, unsealed.end);
      sealed = Math.max(sealed, unsealed.end + size);
    }
    await file.truncate(sealed);
    await file.sync();
    return sealed;
  } finally {
    await file.close();
  }
};
