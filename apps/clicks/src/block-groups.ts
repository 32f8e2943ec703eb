import type { BlockQueue } from './block-queue';

/** As much of a block as it takes to put it into a group. */
export interface GroupedBlock {
  readonly source: string;
  readonly records: number;
  /** Of its records, as they were read. */
  readonly bytes: number;
  /** UTC month of its records, `YYYY-MM`. */
  readonly month: string;
}

export type BlockGroup<B> = readonly [B, ...B[]];

export interface Grouping {
  /** Records that a group has at most, unless a single block has more. */
  readonly maxRecords: number;
  readonly maxBytes: number;
  /** How many blocks the next group of this source must have; undefined leaves that to what is waiting. */
  readonly fixed: (source: string) => number | undefined;
}

/**
 * Consecutive blocks of one source and one month, to be inserted as one; only an insert into one month is atomic.
 * Joins what is waiting already and never waits for more, unless the group's size is fixed.
 */
export async function* groupBlocks<B extends GroupedBlock>(
  queue: BlockQueue<B>,
  grouping: Grouping,
): AsyncGenerator<BlockGroup<B>> {
  for (let first = await queue.next(); first !== undefined; first = await queue.next()) {
    queue.take();
    const group: [B, ...B[]] = [first];
    const fixed = grouping.fixed(first.source);
    let { records, bytes } = first;
    for (;;) {
      if (fixed !== undefined && group.length >= fixed) break;
      const next = fixed === undefined ? queue.here() : await queue.next();
      const joins = next !== undefined && next.source === first.source && next.month === first.month;
      if (fixed !== undefined && !joins) throw new Error(`the planned insert of ${first.source} has lost its blocks`);
      if (!joins) break;
      records += next.records;
      bytes += next.bytes;
      if (fixed === undefined && (records > grouping.maxRecords || bytes > grouping.maxBytes)) break;
      queue.take();
      group.push(next);
    }
    yield group;
  }
}
