import type { Outcome } from '@kernel';
import { atOnce } from '@platform/async';
import type { Progress } from '@platform/processing';

/**
 * Commands of one round on their way at a time: enough for the event store to append them together. With more of them,
 * the last ones would not get a connection of the pool within its second on a busy machine, nor would anybody else.
 */
const AT_ONCE = 100;
const PROJECTED_WITHIN_MS = 2_000;

/** Sends a command for each item. @returns the position of the last outcome; -1 without any */
export const sendAtOnce = async <T>(
  items: readonly T[],
  send: (item: T) => Promise<Pick<Outcome<unknown>, 'position'> | null>,
): Promise<bigint> => {
  let last = -1n;
  await atOnce(AT_ONCE, items, async (item) => {
    const outcome = await send(item);
    if (outcome && outcome.position > last) last = outcome.position;
  });
  return last;
};

/** Waits until a read model has the events of a round: the next one reads it, and would find the same rows again. */
export const untilProjected = async (progress: Progress, readModel: string, position: bigint): Promise<void> =>
  void (await progress.awaitProcessed([readModel], position, PROJECTED_WITHIN_MS));
