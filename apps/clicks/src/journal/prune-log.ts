import { every } from '@platform/async';
import { type ClickLogCheckpoint, prune } from '@platform/click-log';
import type { AtFailpoint } from '../shared/failpoints';
import type { Log } from '@platform/telemetry';
import { loaderStateFile, readState } from './loader-state';

export interface PruneLog {
  /** Of the click log. */
  readonly directory: string;
  readonly stateDirectory: string;
  /** The stored checkpoint of the counters; undefined until that is known. */
  readonly counted: () => ClickLogCheckpoint | undefined;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Milliseconds between two rounds. */
  readonly everyMs?: number;
  readonly failpoint?: AtFailpoint;
}

const HOUR_MS = 3_600_000;

/** Until aborted, removes segments of the log that are a week old and that loader and counters have read. */
export const pruneLog = (options: PruneLog): Promise<void> =>
  every(options.everyMs ?? HOUR_MS, () => pruneOnce(options), {
    signal: options.signal,
    onFailure: (error) => options.log.error({ err: error }, 'the click log could not be pruned'),
  });

const pruneOnce = async ({ directory, stateDirectory, counted, log, failpoint }: PruneLog): Promise<void> => {
  const counters = counted();
  if (!counters) return;
  const loaded = await readState(loaderStateFile(stateDirectory));
  if (!loaded) return;
  await failpoint?.('prune.settled');
  const removed = await prune({ directory, checkpoints: [loaded.cursor, counters] });
  if (removed > 0) log.info({ removed }, 'removed old segments of the click log');
};
