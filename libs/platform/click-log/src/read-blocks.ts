import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { BLOCK_BYTES } from './block';
import { FrameKind, nextBlockAt, readFrame, type Seal } from './frame';
import { readHead } from './head';
import { HeadWatch } from './head-watch';
import { listSegments, listSources, makeFolders, segmentPath } from './layout';
import { sealedSegments, type SealedSegment } from './sealed-segments';

/** How far a reader has come in each source. Plain JSON: store it together with the effect of the blocks. */
export type ClickLogCheckpoint = Readonly<Record<string, { readonly segment: number; readonly offset: number }>>;

export interface Block {
  /** Names these records for good. Use it to deduplicate the effect of a block. */
  readonly name: string;
  readonly source: string;
  readonly records: readonly { readonly seq: number; readonly payload: Buffer }[];
  /** Where to go on after this block. */
  readonly checkpoint: ClickLogCheckpoint;
}

/** Bytes of a sealed segment that the disk has lost or changed. */
export interface Damage {
  readonly source: string;
  readonly segment: number;
  /** Where they begin in the segment. */
  readonly from: number;
  readonly bytes: Buffer;
}

export type OnDamage = (damage: Damage) => Promise<void> | void;

export interface ReadBlocks {
  readonly directory: string;
  /** `{}` for everything that is kept. */
  readonly after: ClickLogCheckpoint;
  /** Called with damaged bytes; a block without records then replaces them. If absent, reading throws there. */
  readonly onDamage?: OnDamage;
  /** Called whenever a look through all sources has found nothing to read. */
  readonly onNothing?: () => void;
  /** Aborting ends the iteration without an error. */
  readonly signal: AbortSignal;
}

/** Twice the largest block, so that a chunk always holds at least one whole. */
const CHUNK = 2 * BLOCK_BYTES;

/**
 * Sealed blocks of all sources, each source in order: first the existing ones, then new ones. A block is delivered when
 * it is on disk and never changes afterwards.
 */
export async function* readBlocks({
  directory,
  after,
  signal,
  onDamage,
  onNothing,
}: ReadBlocks): AsyncGenerator<Block, void, undefined> {
  await makeFolders(directory);
  const watch = new HeadWatch(directory, signal);
  let checkpoint: ClickLogCheckpoint = after;
  try {
    while (!signal.aborted) {
      const seen = watch.changes;
      const sources = await listSources(directory);
      checkpoint = await withoutGone(directory, checkpoint, sources);
      let found = false;
      for (const source of sources) {
        for await (const block of blocksOf(directory, source, checkpoint, onDamage)) {
          if (signal.aborted) return;
          checkpoint = block.checkpoint;
          found = true;
          yield block;
        }
      }
      if (found) continue;
      if (!signal.aborted) onNothing?.();
      await watch.changedSince(seen);
    }
  } finally {
    watch.close();
  }
}

/**
 * Forgets sources that were removed. One without a head may have segments: in a copy of a log, or after a power cut,
 * recovery makes its head anew, and then it must not be read from its start.
 */
const withoutGone = async (
  directory: string,
  checkpoint: ClickLogCheckpoint,
  sources: readonly string[],
): Promise<ClickLogCheckpoint> => {
  if (Object.keys(checkpoint).every((source) => sources.includes(source))) return checkpoint;
  const segments = await listSegments(directory);
  return Object.fromEntries(
    Object.entries(checkpoint).filter(([source]) => sources.includes(source) || segments.has(source)),
  );
};

export async function* blocksOf(
  directory: string,
  source: string,
  after: ClickLogCheckpoint,
  onDamage?: OnDamage,
): AsyncGenerator<Block, void, undefined> {
  const head = await readHead(directory, source);
  const from = after[source];
  if (!head || (from?.segment === head.segment && from.offset >= head.offset)) return;
  let checkpoint = after;
  const last = { segment: head.segment, end: head.offset };
  for (const sealed of await sealedSegments(directory, source, from?.segment ?? 1, last)) {
    const start = from?.segment === sealed.segment ? from.offset : 0;
    for await (const block of blocksIn(directory, source, sealed, start, onDamage)) {
      checkpoint = { ...checkpoint, [source]: { segment: sealed.segment, offset: block.end } };
      yield { name: block.name, source, records: block.records, checkpoint };
    }
  }
}

type Found = Pick<Block, 'name' | 'records'> & { readonly end: number };

async function* blocksIn(
  directory: string,
  source: string,
  { segment, end }: SealedSegment,
  start: number,
  onDamage?: OnDamage,
): AsyncGenerator<Found, void, undefined> {
  if (start >= end) return;
  const file = await open(segmentPath(directory, source, segment), 'r');
  try {
    let offset = start;
    while (offset < end) {
      const bytes = await readChunk(file, offset, Math.min(CHUNK, end - offset));
      const { blocks, used } = parse(bytes);
      for (const block of blocks) yield { ...block, end: offset + block.end };
      offset += used;
      if (used > 0) continue;
      if (!onDamage) throw new Error(`Journal segment ${source}.${segment} is damaged at byte ${offset}`);
      const damaged = await damagedFrom(file, offset, end);
      await onDamage({ source, segment, from: offset, bytes: damaged });
      const name = `${source}-damaged-${segment}-${offset}`;
      offset = damaged.length === 0 ? end : offset + damaged.length;
      yield { name, records: [], end: offset };
    }
  } finally {
    await file.close();
  }
}

const readChunk = async (file: FileHandle, offset: number, size: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafeSlow(size), 0, size, offset);
  return buffer.subarray(0, bytesRead);
};

/** The bytes before the next intact block. */
const damagedFrom = async (file: FileHandle, offset: number, end: number): Promise<Buffer> => {
  const rest = await readChunk(file, offset, end - offset);
  return rest.subarray(0, nextBlockAt(rest, 1));
};

export interface BlocksBetween {
  readonly directory: string;
  readonly after: ClickLogCheckpoint;
  readonly upTo: ClickLogCheckpoint;
  /** Returns false to end the block's source before this block. */
  readonly shouldContinue?: (block: Block) => boolean;
}

/** The blocks of all sources from one checkpoint to another, each source in order. Damaged bytes are skipped. */
export async function* blocksBetween({
  directory,
  after,
  upTo,
  shouldContinue = () => true,
}: BlocksBetween): AsyncGenerator<Block, void, undefined> {
  let checkpoint = Object.fromEntries(Object.entries(after).filter(([source]) => upTo[source]));
  for (const source of Object.keys(upTo).sort()) {
    const end = upTo[source];
    for await (const block of blocksOf(directory, source, checkpoint, () => undefined)) {
      const at = block.checkpoint[source];
      if (
        !end ||
        !at ||
        at.segment > end.segment ||
        (at.segment === end.segment && at.offset > end.offset) ||
        !shouldContinue(block)
      )
        break;
      checkpoint = block.checkpoint;
      yield block;
    }
  }
}

/** The whole blocks at the start of `bytes`, which starts with a header or a block. */
const parse = (bytes: Buffer): { blocks: Found[]; used: number } => {
  const blocks: Found[] = [];
  let used = 0;
  let records: { seq: number; payload: Buffer }[] = [];
  let seed = 0;
  for (let frame = readFrame(bytes, 0, 0); frame; frame = readFrame(bytes, frame.end, seed)) {
    if (frame.kind === FrameKind.Record) {
      records.push({ seq: frame.seq, payload: frame.payload });
      seed = frame.crc;
      continue;
    }
    if (frame.kind === FrameKind.Seal) {
      const { name } = JSON.parse(frame.payload.toString()) as Seal;
      blocks.push({ name, records, end: frame.end });
      records = [];
    }
    seed = 0;
    used = frame.end;
  }
  return { blocks, used };
};
