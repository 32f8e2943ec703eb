import type { BlockQueue } from './block-queue';
import type { LoadableBlock } from './prepared-blocks';

/** The blocks of a planned insert are no longer as they were: a part of the log was damaged since. */
export class PlanLost extends Error {
  constructor(readonly source: string) {
    super(`the planned insert of ${source} has lost its blocks`);
  }
}

/** The blocks of one insert. */
export type Group<B> = readonly [B, ...B[]];

export interface Grouping<B> {
  /** Records that a group has at most, unless a single block has more. */
  readonly maxRecords: number;
  readonly maxBytes: number;
  /** How many blocks the next group of this source must have; undefined takes the waiting blocks. */
  readonly fixed: (source: string) => number | undefined;
  /** Waits for blocks that are to join the first one; called unless the group is fixed. */
  readonly gather: (first: B) => Promise<void>;
}

/**
 * Groups consecutive blocks of one source and one month for one insert; only an insert into one month is atomic.
 * A group takes the blocks that wait once they are gathered. It waits for further ones only if its size is fixed.
 * Throws {@link PlanLost}.
 */
export async function* groupBlocks<B extends Pick<LoadableBlock, 'source' | 'records' | 'bytes' | 'month'>>(
  queue: BlockQueue<B>,
  grouping: Grouping<B>,
): AsyncGenerator<Group<B>> {
  for (let first = await queue.next(); first !== undefined; first = await queue.next()) {
    const fixed = grouping.fixed(first.source);
    if (fixed === undefined) await grouping.gather(first);
    queue.take();
    const group: [B, ...B[]] = [first];
    let { records, bytes } = first;
    for (;;) {
      if (fixed !== undefined && group.length >= fixed) break;
      const next = fixed === undefined ? queue.here() : await queue.next();
      const joins = next !== undefined && next.source === first.source && next.month === first.month;
      if (fixed !== undefined && !joins) throw new PlanLost(first.source);
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
