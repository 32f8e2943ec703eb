import { type Cursor, prune } from '@platform/click-log';
import type { AtFailpoint } from './failpoints';
import { loadStateFile, readLoadState } from './load-state';
import type { Log } from './log';

export interface PruneLog {
  /** Of the click log. */
  readonly directory: string;
  readonly stateDirectory: string;
  /** Where the counters' stored cursor stands; undefined until that is known. */
  readonly counted: () => Cursor | undefined;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Milliseconds between two rounds. */
  readonly everyMs?: number;
  readonly failpoint?: AtFailpoint;
}

const HOUR_MS = 3_600_000;

/** Removes segments of the click log that are a week old and that both readers are through with, now and then until aborted. */
export function pruneLog({
  directory,
  stateDirectory,
  counted,
  log,
  signal,
  everyMs = HOUR_MS,
  failpoint,
}: PruneLog): void {
  const round = async () => {
    const counters = counted();
    if (!counters) return;
    const { cursor } = await readLoadState(loadStateFile(stateDirectory));
    await failpoint?.('prune.settled');
    const removed = await prune({ directory, cursors: [cursor, counters] });
    if (removed > 0) log.info({ removed }, 'removed old segments of the click log');
  };
  const timer = setInterval(
    () => void round().catch((error: unknown) => log.error({ err: error }, 'the click log could not be pruned')),
    everyMs,
  );
  timer.unref();
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
}
