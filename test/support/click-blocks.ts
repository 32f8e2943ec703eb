import { type Block, type ClickLogCheckpoint, readBlocks } from '@platform/click-log';
import type { Log } from '@platform/telemetry';

export const silent: Pick<Log, 'warn' | 'error'> = { warn: () => undefined, error: () => undefined };

/** Reads until `enough` accepts the result; fails after `deadlineMs`. */
export const readUntil = async (
  directory: string,
  enough: (blocks: readonly Block[]) => boolean,
  after: ClickLogCheckpoint = {},
  deadlineMs = 120_000,
): Promise<Block[]> => {
  const blocks: Block[] = [];
  if (enough(blocks)) return blocks;
  for await (const block of readBlocks({ directory, after, signal: AbortSignal.timeout(deadlineMs) })) {
    blocks.push(block);
    if (enough(blocks)) return blocks;
  }
  throw new Error(`Only ${blocks.length} blocks came`);
};

export const texts = (blocks: readonly Block[]): string[] =>
  blocks.flatMap(({ records }) => records.map(({ payload }) => payload.toString()));

export const plain = (blocks: readonly Block[]) =>
  blocks.map(({ name, source, records }) => ({
    name,
    source,
    records: records.map(({ seq, payload }) => [seq, payload.toString()]),
  }));

export const holding =
  (count: number) =>
  (blocks: readonly Block[]): boolean =>
    texts(blocks).length >= count;
