import { pause } from './pause';

export interface RetryOptions {
  /** Ends the attempts; an attempt under way must watch the signal itself. */
  readonly signal: AbortSignal;
  /** Called with each failure and the failures in a row, this one included. If it throws, the attempts end. */
  readonly onFailure: (error: unknown, failures: number) => void;
  /** The first wait in milliseconds; each further one is twice as long. */
  readonly firstMs?: number;
  /** The longest wait in milliseconds. */
  readonly lastMs?: number;
}

const FIRST_MS = 100;
const LAST_MS = 5_000;

/** How long to wait after this many failures in a row, in milliseconds. */
export const backoff = (
  failures: number,
  { firstMs = FIRST_MS, lastMs = LAST_MS }: Pick<RetryOptions, 'firstMs' | 'lastMs'> = {},
): number => Math.min(firstMs * 2 ** (failures - 1), lastMs);

/** Tries until it succeeds. @returns its result, or undefined when the signal aborted before */
export const retry = async <T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T | undefined> => {
  for (let failures = 1; !options.signal.aborted; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (options.signal.aborted) break;
      options.onFailure(error, failures);
      await pause(backoff(failures, options), options.signal);
    }
  }
  return undefined;
};

/**
 * Keeps work running until the signal aborts: restarts it with a growing wait after each failure. If the work ends
 * without a failure, it restarts at once, and the next wait is a short one again.
 * @param work calls `working` whenever it makes progress, which makes the next wait a short one, too
 */
export const keepWorking = async (
  work: (working: () => void) => Promise<void>,
  options: RetryOptions,
): Promise<void> => {
  let failures = 0;
  const working = (): void => void (failures = 0);
  while (!options.signal.aborted) {
    try {
      await work(working);
      working();
    } catch (error) {
      if (options.signal.aborted) return;
      failures += 1;
      options.onFailure(error, failures);
      await pause(backoff(failures, options), options.signal);
    }
  }
};
