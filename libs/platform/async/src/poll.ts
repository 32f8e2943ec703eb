import { pause } from './pause';

export interface PollOptions {
  /** Milliseconds between two looks. */
  readonly everyMs: number;
  /** Milliseconds after which no further look begins; without limit by default. */
  readonly withinMs?: number;
  /** Ends the looks; a look under way must watch the signal itself. */
  readonly signal?: AbortSignal;
}

/**
 * Looks until there is something to return, at least once.
 * @returns it, or undefined when the time is over or the signal has aborted
 */
export const poll = async <T>(
  look: () => Promise<T | undefined>,
  { everyMs, withinMs = Infinity, signal }: PollOptions,
): Promise<T | undefined> => {
  for (const deadline = performance.now() + withinMs; ; await pause(everyMs, signal)) {
    const found = await look();
    if (found !== undefined || signal?.aborted || performance.now() >= deadline) return found;
  }
};
