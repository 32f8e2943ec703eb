import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { chainOf, type Link } from './chain';
import { BLOCK_BYTES } from './block';
import { Kind, readFrame, type Seal } from './frame';
import { readHead } from './head';
import { HeadWatch } from './head-watch';
import { listSources, makeFolders, segmentPath } from './layout';

/** How far a reader has come in each source. Plain JSON: keep it with the effect of the blocks read. */
export type Cursor = Readonly<Record<string, { readonly segment: number; readonly offset: number }>>;

export interface Block {
  /** Names these records for good; what the effect of a block is deduplicated by. */
  readonly name: string;
  readonly source: string;
  readonly records: readonly { readonly seq: number; readonly payload: Buffer }[];
  /** Where to go on after this block. */
  readonly cursor: Cursor;
}

/** Bytes of a sealed segment that are not the blocks they were: a disk has lost or changed them. */
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
  readonly after: Cursor;
  /** Told of damaged bytes, in whose place a block without records comes then. Absent: reading throws there. */
  readonly onDamage?: OnDamage;
  /** Aborting ends the iteration without an error. */
  readonly signal: AbortSignal;
}

/** Twice the largest block, so that a chunk always holds at least one whole. */
const CHUNK = 2 * BLOCK_BYTES;

/**
 * Sealed blocks of all sources, each source in order: first what is there, then what comes. A block is delivered when it
 * is on disk and never changes afterwards. Readers do not know of each other.
 */
export async function* readBlocks({
  directory,
  after,
  signal,
  onDamage,
}: ReadBlocks): AsyncGenerator<Block, void, undefined> {
  await makeFolders(directory);
  const watch = new HeadWatch(directory, signal);
  let cursor: Cursor = after;
  try {
    while (!signal.aborted) {
      const seen = watch.changes;
      const sources = await listSources(directory);
      cursor = Object.fromEntries(Object.entries(cursor).filter(([source]) => sources.includes(source)));
      let found = false;
      for (const source of sources) {
        for await (const block of blocksOf(directory, source, cursor, onDamage)) {
          if (signal.aborted) return;
          cursor = block.cursor;
          found = true;
          yield block;
        }
      }
      if (!found) await watch.changedSince(seen);
    }
  } finally {
    watch.close();
  }
}

export async function* blocksOf(
  directory: string,
  source: string,
  after: Cursor,
  onDamage?: OnDamage,
): AsyncGenerator<Block, void, undefined> {
  const head = await readHead(directory, source);
  const from = after[source];
  if (!head || (from?.segment === head.segment && from.offset >= head.offset)) return;
  let cursor = after;
  for (const link of await chainOf(directory, source, from?.segment ?? 1, {
    segment: head.segment,
    end: head.offset,
  })) {
    const start = from?.segment === link.segment ? from.offset : 0;
    for await (const block of blocksIn(directory, source, link, start, onDamage)) {
      cursor = { ...cursor, [source]: { segment: link.segment, offset: block.end } };
      yield { name: block.name, source, records: block.records, cursor };
    }
  }
}

type Found = Pick<Block, 'name' | 'records'> & { readonly end: number };

async function* blocksIn(
  directory: string,
  source: string,
  link: Link,
  start: number,
  onDamage?: OnDamage,
): AsyncGenerator<Found, void, undefined> {
  if (start >= link.end) return;
  const file = await open(segmentPath(directory, source, link.segment), 'r');
  try {
    let offset = start;
    while (offset < link.end) {
      const bytes = await readChunk(file, offset, Math.min(CHUNK, link.end - offset));
      const { blocks, used } = parse(bytes);
      for (const block of blocks) yield { ...block, end: offset + block.end };
      offset += used;
      if (used > 0) continue;
      if (!onDamage) throw new Error(`Journal segment ${source}.${link.segment} is damaged at byte ${offset}`);
      const damaged = await damagedFrom(file, offset, link.end);
      await onDamage({ source, segment: link.segment, from: offset, bytes: damaged });
      const name = `${source}-damaged-${link.segment}-${offset}`;
      offset = damaged.length === 0 ? link.end : offset + damaged.length;
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

/** What stands before the next intact block: only a block's first frame has a checksum that continues no other's. */
const damagedFrom = async (file: FileHandle, offset: number, end: number): Promise<Buffer> => {
  const rest = await readChunk(file, offset, end - offset);
  for (let at = 1; at < rest.length; at += 1) {
    if (readFrame(rest, at, 0)?.kind === Kind.Record) return rest.subarray(0, at);
  }
  return rest;
};

export interface BlocksBetween {
  readonly directory: string;
  readonly after: Cursor;
  readonly upTo: Cursor;
  /** False for a block ends its source before it. */
  readonly goesOn?: (block: Block) => boolean;
}

/** The blocks of all sources from one cursor to another, each source in order, passing over what is damaged. */
export async function* blocksBetween({
  directory,
  after,
  upTo,
  goesOn = () => true,
}: BlocksBetween): AsyncGenerator<Block, void, undefined> {
  let cursor = Object.fromEntries(Object.entries(after).filter(([source]) => upTo[source]));
  for (const source of Object.keys(upTo).sort()) {
    const end = upTo[source];
    for await (const block of blocksOf(directory, source, cursor, () => undefined)) {
      const at = block.cursor[source];
      if (
        !end ||
        !at ||
        at.segment > end.segment ||
        (at.segment === end.segment && at.offset > end.offset) ||
        !goesOn(block)
      )
        break;
      cursor = block.cursor;
      yield block;
    }
  }
}

/** The whole blocks at the start of `bytes`, which starts with a header or a block. */
const parse = (bytes: Buffer): { blocks: Found[]; used: number } => {
  const blocks: Found[] = [];
  let used = 0;
  let records: { seq: number; payload: Buffer }[] = [];
  let chain = 0;
  for (let frame = readFrame(bytes, 0, 0); frame; frame = readFrame(bytes, frame.end, chain)) {
    if (frame.kind === Kind.Record) {
      records.push({ seq: frame.seq, payload: frame.payload });
      chain = frame.crc;
      continue;
    }
    if (frame.kind === Kind.Seal) {
      const { name } = JSON.parse(frame.payload.toString()) as Seal;
      blocks.push({ name, records, end: frame.end });
      records = [];
    }
    chain = 0;
    used = frame.end;
  }
  return { blocks, used };
};
