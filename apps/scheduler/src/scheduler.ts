import type { Timers } from '@kernel';
import { keepWorking, pause } from '@platform/async';
import { TimerSource, type TimerSourceOptions } from './timer-source';

export interface SchedulerOptions extends TimerSourceOptions {
  /** What to watch; each has rounds of its own, so that none waits for another. */
  readonly timers: readonly Timers[];
  readonly signal: AbortSignal;
}

/** A failed round is tried again as soon as the next one would have come. */
const RETRY_MS = 500;

/**
 * Puts on record what the clock has decided. It decides nothing itself: requests are judged by time, whether a scheduler
 * runs or not. The database's clock alone tells what is due; this process's timers only wake it. Any number may run: a
 * timer's command has an id of its own, so that a second one changes nothing. Ends when the signal aborts.
 */
export const runScheduler = async ({ timers, signal, ...options }: SchedulerOptions): Promise<void> => {
  const watch = (watched: Timers): Promise<void> => {
    const source = new TimerSource(watched, options);
    const onFailure = (error: unknown): void =>
      options.log.warn({ err: error, timers: source.table }, 'the timers could not be looked at; trying again');
    return keepWorking(async () => pause(await source.round(), signal), {
      signal,
      onFailure,
      firstMs: RETRY_MS,
      lastMs: RETRY_MS,
    });
  };
  await Promise.all(timers.map(watch));
};
