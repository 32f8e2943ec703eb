import { BLOCK_RECORDS } from '@platform/click-log';
import type { BlockQueue } from './block-queue';

/** A click is stored this long after it happened, rather than at once. */
const GATHER_MS = 1_000;
const GATHERED_RECORDS = 10_000;

interface Sized {
  readonly bytes: number;
  readonly records: number;
}

/**
 * Waits for blocks that are stored together with the first one, which costs ClickHouse and Postgres less for each. Only
 * a block that was full before its time is worth it, as clicks come fast then.
 * @param clickedAt of a click in the first block, in milliseconds: when that is a second ago, the wait ends
 */
export const gather = async <B extends Sized>(queue: BlockQueue<B>, first: B, clickedAt: number): Promise<void> => {
  if (first.records < BLOCK_RECORDS) return;
  const left = clickedAt + GATHER_MS - Date.now();
  // A clock that was set back must not prolong the wait.
  await queue.gather(GATHERED_RECORDS, Math.min(left, GATHER_MS));
};
