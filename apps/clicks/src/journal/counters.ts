import { readBlocks, type ClickLogCheckpoint } from '@platform/click-log';
import { Tally, type ClickCounters } from '@platform/click-counters';
import { keepWorking } from '@platform/async';
import type { AtFailpoint } from '../shared/failpoints';
import type { Log } from '@platform/telemetry';
import { BlockQueue } from './block-queue';
import { gather } from './gathering';
import type { CountableBlock, PreparedBlocks } from './prepared-blocks';

export interface CounterOptions {
  /** Of the click log. */
  readonly directory: string;
  readonly prepared: PreparedBlocks;
  readonly counters: ClickCounters;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Called with the stored checkpoint, at first and after each transaction. */
  readonly onCheckpoint?: (checkpoint: ClickLogCheckpoint) => void;
  readonly failpoint?: AtFailpoint;
}

/** A larger transaction updates a hot link less often per click, but locks its row for longer. */
const MAX_RECORDS = 10_000;
const READ_AHEAD = 4 * 1024 * 1024;

/**
 * Counts each click of the log once, per link, in Postgres. One transaction takes the waiting clicks and moves the
 * checkpoint. After a failure counting resumes from the stored checkpoint, which has moved if and only if the clicks
 * were counted. It skips damaged parts of the log; the loader sets them aside. Resolves when aborted.
 */
export const runCounters = async (options: CounterOptions): Promise<void> => {
  const { log, signal } = options;
  await keepWorking((working) => countFromCheckpoint(options, working), {
    signal,
    onFailure: (err, failures) => log.error({ err, failures }, 'clicks could not be counted; trying again'),
  });
};

const countFromCheckpoint = async (options: CounterOptions, working: () => void): Promise<void> => {
  const { directory, prepared, counters, signal, onCheckpoint, failpoint } = options;
  const after = (await counters.resume()) as ClickLogCheckpoint;
  onCheckpoint?.(after);
  const queue = new BlockQueue(
    (reading) => prepared.toCount(readBlocks({ directory, after, signal: reading, onDamage: () => undefined })),
    { most: READ_AHEAD, signal },
  );
  try {
    for (let first = await queue.next(); first !== undefined && !signal.aborted; first = await queue.next()) {
      await gather(queue, first, first.tally.first);
      if (signal.aborted) break;
      const { tally, checkpoint } = takeWaiting(queue, first);
      await counters.count(tally, checkpoint);
      working();
      await failpoint?.('counters.counted');
      onCheckpoint?.(checkpoint);
    }
  } finally {
    queue.stop();
  }
  if (!signal.aborted) throw new Error('the click log ended');
};

/** Takes the first block and those that wait behind it, and combines them. */
const takeWaiting = (
  queue: BlockQueue<CountableBlock>,
  first: CountableBlock,
): Pick<CountableBlock, 'tally' | 'checkpoint'> => {
  const tally = new Tally();
  let { checkpoint } = first;
  let records = 0;
  for (
    let block: CountableBlock | undefined = first;
    block && (records === 0 || records + block.records <= MAX_RECORDS);
    block = queue.here()
  ) {
    queue.take();
    tally.addAll(block.tally);
    checkpoint = block.checkpoint;
    records += block.records;
  }
  return { tally, checkpoint };
};
