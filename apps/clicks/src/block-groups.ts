import type { BlockQueue } from './block-queue';

/** A block whose records have been decoded. */
export interface ReadBlock<R> {
  readonly name: string;
  readonly source: string;
  readonly records: readonly R[];
  /** UTC month of its records, `YYYY-MM`. */
  readonly month: string;
}

export type BlockGroup<B> = readonly [B, ...B[]];

export interface Grouping {
  /** Records that a group has at most, unless a single block has more. */
  readonly maxRecords: number;
  /** How many blocks the next group of this source must have; undefined leaves that to what is waiting. */
  readonly fixed: (source: string) => number | undefined;
}

/**
 * Consecutive blocks of one source and one month, to be inserted as one; only an insert into one month is atomic.
 * Joins what is waiting already and never waits for more, unless the group's size is fixed.
 */
export async function* groupBlocks<B extends ReadBlock<unknown>>(
  queue: BlockQueue<B>,
  grouping: Grouping,
): AsyncGenerator<BlockGroup<B>> {
  for (let first = await queue.next(); first !== undefined; first = await queue.next()) {
    queue.take();
    const group: [B, ...B[]] = [first];
    const fixed = grouping.fixed(first.source);
    let records = first.records.length;
    for (;;) {
      if (fixed !== undefined && group.length >= fixed) break;
      const next = fixed === undefined ? queue.here() : await queue.next();
      const joins = next !== undefined && next.source === first.source && next.month === first.month;
      if (fixed !== undefined && !joins) throw new Error(`the planned insert of ${first.source} has lost its blocks`);
      if (!joins || (fixed === undefined && records + next.records.length > grouping.maxRecords)) break;
      queue.take();
      group.push(next);
      records += next.records.length;
    }
    yield group;
  }
}
