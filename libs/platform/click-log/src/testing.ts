import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from './journal';
import { type Block, type Cursor, readBlocks } from './read-blocks';

export const silent: Log = { warn: () => undefined, error: () => undefined };

/** A folder of its own for each test of the suite. */
export const tempFolders = () => {
  const made: string[] = [];
  afterEach(() => made.splice(0).forEach((path) => rmSync(path, { recursive: true, force: true })));
  return () => {
    const path = mkdtempSync(join(tmpdir(), 'click-log-'));
    made.push(path);
    return path;
  };
};

/** Reads until `enough` says so of what has come; fails after `deadlineMs`. */
export const readUntil = async (
  directory: string,
  enough: (blocks: readonly Block[]) => boolean,
  after: Cursor = {},
  deadlineMs = 5_000,
): Promise<Block[]> => {
  const blocks: Block[] = [];
  if (enough(blocks)) return blocks;
  for await (const block of readBlocks({ directory, after, signal: AbortSignal.timeout(deadlineMs) })) {
    blocks.push(block);
    if (enough(blocks)) return blocks;
  }
  throw new Error(`Only ${blocks.length} blocks came`);
};

export const texts = (blocks: readonly Block[]): string[] => blocks.flatMap(({ records }) => records.map(({ payload }) => payload.toString()));

export const plain = (blocks: readonly Block[]) =>
  blocks.map(({ name, source, records }) => ({ name, source, records: records.map(({ seq, payload }) => [seq, payload.toString()]) }));

export const holding = (count: number) => (blocks: readonly Block[]): boolean => texts(blocks).length >= count;
