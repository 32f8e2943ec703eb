import type { BlockQueue } from './block-queue';

/** A click is stored this long after it happened, rather than at once. */
export const GATHER_MS = 1_000;
/** A block holds half a second, or what fills it before; from so many records on, more of them are worth waiting for. */
export const WORTH_GATHERING = 250;
const GATHERED_RECORDS = 10_000;

interface Sized {
  readonly bytes: number;
  readonly records: number;
}

/**
 * Waits for blocks that are stored together with the first one, which costs ClickHouse and Postgres less for each, if
 * clicks come fast.
 * @param clickedAt of the first click, in milliseconds since 1970: when that is a second ago, the wait ends
 */
export const gather = async <B extends Sized>(
  queue: Pick<BlockQueue<B>, 'gather'>,
  first: B,
  clickedAt: number,
): Promise<void> => {
  if (first.records < WORTH_GATHERING) return;
  const left = clickedAt + GATHER_MS - Date.now();
  // A clock that was set back must not prolong the wait.
  await queue.gather(GATHERED_RECORDS, Math.min(left, GATHER_MS));
};
