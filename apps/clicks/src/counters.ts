import { readBlocks, type Cursor } from '@platform/click-log';
import { Tally, type ClickCounters } from '@platform/click-counters';
import { untilDone } from './backoff';
import { BlockQueue } from './block-queue';
import type { AtFailpoint } from './failpoints';
import type { Log } from './log';
import type { CountableBlock, PreparedBlocks } from './prepared-blocks';

export interface CounterOptions {
  /** Of the click log. */
  readonly directory: string;
  readonly prepared: PreparedBlocks;
  readonly counters: ClickCounters;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Told where the stored cursor stands, at first and after each transaction. */
  readonly onCursor?: (cursor: Cursor) => void;
  readonly failpoint?: AtFailpoint;
}

/** A larger transaction touches each hot link once for more clicks, and holds its row for longer. */
const MAX_RECORDS = 10_000;
const READ_AHEAD = 4 * 1024 * 1024;

/**
 * Counts the click log's clicks per link in Postgres, each once: what is waiting goes into one transaction, with the
 * cursor behind it. After any failure it goes on from the stored cursor, which has moved exactly if the clicks were
 * counted. What is damaged in the log is passed over; the loader sets it aside. Resolves when aborted.
 */
export async function runCounters({
  directory,
  prepared,
  counters,
  log,
  signal,
  onCursor,
  failpoint,
}: CounterOptions): Promise<void> {
  const count = async () => {
    const after = (await counters.resume()) as Cursor;
    onCursor?.(after);
    const queue = new BlockQueue(
      prepared.toCount(readBlocks({ directory, after, signal, onDamage: () => undefined })),
      READ_AHEAD,
    );
    try {
      for (let first = await queue.next(); first !== undefined && !signal.aborted; first = await queue.next()) {
        const { tally, cursor } = takeWaiting(queue, first);
        await counters.count(tally, cursor);
        await failpoint?.('counters.counted');
        onCursor?.(cursor);
      }
    } finally {
      queue.stop();
    }
    if (!signal.aborted) throw new Error('the click log ended');
  };
  await untilDone(count, {
    signal,
    onFailure: (error) => log.error({ err: error }, 'clicks could not be counted; trying again'),
  });
}

/** Takes the first block and what waits behind it, as one. */
const takeWaiting = (
  queue: BlockQueue<CountableBlock>,
  first: CountableBlock,
): Pick<CountableBlock, 'tally' | 'cursor'> => {
  const tally = new Tally();
  let { cursor } = first;
  let records = 0;
  for (
    let block: CountableBlock | undefined = first;
    block && (records === 0 || records + block.records <= MAX_RECORDS);
    block = queue.here()
  ) {
    queue.take();
    tally.addAll(block.tally);
    cursor = block.cursor;
    records += block.records;
  }
  return { tally, cursor };
};
