import type { Timers } from '@kernel';
import { keepWorking, pause } from '@platform/async';
import { SteadyClock } from '@platform/read-store';
import { TimerSource, type TimerSourceOptions } from './timer-source';

export interface SchedulerOptions extends TimerSourceOptions {
  /** What to watch. Each has its own rounds, so that none waits for another. */
  readonly timers: readonly Timers[];
  readonly signal: AbortSignal;
  /** Asked before what cannot be taken back. */
  readonly clock?: Pick<SteadyClock, 'isSteady'>;
}

/** A failed round is repeated when the next one would have started. */
const RETRY_MS = 500;
/** Until a clock that is not believed is asked again. */
const DOUBT_MS = 1_000;

/**
 * Records the changes that time brings, by the commands of due timers. Requests do not depend on it: time alone decides
 * them. Only the database's clock decides what is due; this process's timers only wake it. Any number may run: a timer
 * always has the same command id, so that a second command changes nothing. Ends when the signal aborts.
 */
export const runScheduler = async ({ timers, signal, ...options }: SchedulerOptions): Promise<void> => {
  const { clock = new SteadyClock(options.pool) } = options;
  const watch = (watched: Timers): Promise<void> => {
    const source = new TimerSource(watched, options);
    const round = async (): Promise<number> =>
      watched.irrevocable && !(await clock.isSteady()) ? DOUBT_MS : source.round();
    const onFailure = (error: unknown): void =>
      options.log.warn({ err: error, timers: source.table }, 'the timers could not be read; trying again');
    return keepWorking(async () => pause(await round(), signal), {
      signal,
      onFailure,
      firstMs: RETRY_MS,
      lastMs: RETRY_MS,
    });
  };
  await Promise.all(timers.map(watch));
};
