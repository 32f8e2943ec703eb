import { type Outcome, UnfoldableEvent } from '@kernel';
import { atOnce } from '@platform/async';
import type { Progress } from '@platform/processing';
import type { Log } from '@platform/telemetry';

/**
 * Commands of one round on their way at a time: enough for the event store to append them together. With more of them,
 * the last ones would not get a connection of the pool within its second on a busy machine, nor would anybody else.
 */
const AT_ONCE = 100;
const PROJECTED_WITHIN_MS = 2_000;

/**
 * Sends a command for each item. One about a stream that cannot be folded is logged and passed over, so that the others
 * do not wait for its mend.
 * @returns the position of the last outcome; -1 without any
 */
export const sendAtOnce = async <T>(
  items: readonly T[],
  send: (item: T) => Promise<Pick<Outcome<unknown>, 'position'> | null>,
  log: Pick<Log, 'warn'>,
): Promise<bigint> => {
  let last = -1n;
  await atOnce(AT_ONCE, items, async (item) => {
    try {
      const outcome = await send(item);
      if (outcome && outcome.position > last) last = outcome.position;
    } catch (error) {
      if (!(error instanceof UnfoldableEvent)) throw error;
      log.warn({ err: error }, 'a command was passed over: its stream cannot be folded');
    }
  });
  return last;
};

/** Waits until a read model has the events of a round: the next one reads it, and would find the same rows again. */
export const untilProjected = async (progress: Progress, readModel: string, position: bigint): Promise<void> =>
  void (await progress.awaitProcessed([readModel], position, PROJECTED_WITHIN_MS));
