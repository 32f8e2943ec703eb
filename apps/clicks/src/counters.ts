import { readBlocks, type Cursor } from '@platform/click-log';
import type { ClickCounters } from '@platform/click-counters';
import { untilDone } from './backoff';
import { decodeBlocks } from './decoded-blocks';
import type { Log } from './log';

export interface CounterOptions {
  /** Of the click log. */
  readonly directory: string;
  readonly counters: ClickCounters;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Told where the stored cursor stands, at first and after each block. */
  readonly onCursor?: (cursor: Cursor) => void;
}

/**
 * Counts the click log's clicks per link in Postgres, each once. After any failure it goes on from the stored cursor,
 * which has moved exactly if the clicks were counted. Resolves when aborted.
 */
export async function runCounters({ directory, counters, log, signal, onCursor }: CounterOptions): Promise<void> {
  const count = async () => {
    const after = (await counters.resume()) as Cursor;
    onCursor?.(after);
    for await (const block of decodeBlocks(readBlocks({ directory, after, signal }))) {
      const clicks = block.records.map(({ record }) => record);
      await counters.count(clicks, block.cursor);
      onCursor?.(block.cursor);
      if (signal.aborted) return;
    }
    if (!signal.aborted) throw new Error('the click log ended');
  };
  await untilDone(count, { signal, onFailure: (error) => log.error({ err: error }, 'clicks could not be counted; trying again') });
}
