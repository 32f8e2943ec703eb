import type { Timers } from '@kernel';
import { keepWorking, pause } from '@platform/async';
import { TimerSource, type TimerSourceOptions } from './timer-source';

export interface SchedulerOptions extends TimerSourceOptions {
  /** What to watch. Each has its own rounds, so that none waits for another. */
  readonly timers: readonly Timers[];
  readonly signal: AbortSignal;
}

/** A failed round is repeated when the next one would have started. */
const RETRY_MS = 500;

/**
 * Records the changes that time brings, by the commands of due timers. Requests do not depend on it: time alone decides
 * them. Only the database's clock decides what is due; this process's timers only wake it. Any number may run: a timer
 * always has the same command id, so that a second command changes nothing. Ends when the signal aborts.
 */
export const runScheduler = async ({ timers, signal, ...options }: SchedulerOptions): Promise<void> => {
  const watch = (watched: Timers): Promise<void> => {
    const source = new TimerSource(watched, options);
    const onFailure = (error: unknown): void =>
      options.log.warn({ err: error, timers: source.table }, 'the timers could not be read; trying again');
    return keepWorking(async () => pause(await source.round(), signal), {
      signal,
      onFailure,
      firstMs: RETRY_MS,
      lastMs: RETRY_MS,
    });
  };
  await Promise.all(timers.map(watch));
};
