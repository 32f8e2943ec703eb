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
  /** Records that cannot be used, whatever is tried: they must not hold up the others. */
  readonly undecodable: readonly SetAside[];
}

export const decodeBlock = (block: Block): DecodedBlock => {
  const records: Click[] = [];
  const undecodable: SetAside[] = [];
  for (const { seq, payload } of block.records) {
    try {
      records.push({ seq, record: checked(decodeClick(payload.toString())) });
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

/**
 * Refuses what no column would take, so that an insert which ClickHouse refuses is the fault of this program and is
 * repeated until that is mended, and not the fault of a record.
 */
const checked = (record: ClickRecord): ClickRecord => {
  const { at, revision, rule, variant, bot_rules, tags } = record;
  if (!Number.isSafeInteger(at) || at < EARLIEST || at > LATEST) throw new RangeError(`not a time: ${at}`);
  if (!/^\d{1,19}$/.test(revision)) throw new RangeError(`not a revision: ${revision}`);
  if (![rule ?? 0, variant ?? 0, bot_rules].every(isSmall)) throw new RangeError('rule, variant or bot rules are no small number');
  if (!tags.every((tag) => typeof tag === 'string')) throw new TypeError('a tag is no text');
  return record;
};

/** The first second of ten digits: what is shorter would be read as a year. */
const EARLIEST = 1_000_000_000_000;
const LATEST = Date.UTC(2200, 0, 1);
const isSmall = (value: number): boolean => Number.isInteger(value) && value >= 0 && value < 65_536;
