import { decodeClick, type ClickRecord } from '@contexts/clicks';
import type { Block, Cursor } from '@platform/click-log';
import type { ReadBlock } from './block-groups';
import type { SetAside } from './set-aside';

export interface Click {
  readonly seq: number;
  readonly record: ClickRecord;
}

export interface DecodedBlock extends ReadBlock<Click> {
  readonly cursor: Cursor;
  /** Records that cannot be decoded by this version, nor by a retry. */
  readonly undecodable: readonly SetAside[];
}

export const decodeBlock = (block: Block): DecodedBlock => {
  const records: Click[] = [];
  const undecodable: SetAside[] = [];
  for (const { seq, payload } of block.records) {
    try {
      records.push({ seq, record: decodeClick(payload.toString()) });
    } catch (error) {
      undecodable.push({ seq, payload, cause: error instanceof Error ? error.message : String(error) });
    }
  }
  const { name, source, cursor } = block;
  const month = records[0] ? new Date(records[0].record.at).toISOString().slice(0, 7) : '';
  return { name, source, cursor, records, undecodable, month };
};

export async function* decodeBlocks(blocks: AsyncIterable<Block>): AsyncGenerator<DecodedBlock> {
  for await (const block of blocks) yield decodeBlock(block);
}
