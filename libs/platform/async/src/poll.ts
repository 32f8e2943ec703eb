import { pause } from './pause';

export interface PollOptions {
  /** Milliseconds between two looks. */
  readonly everyMs: number;
  /** Milliseconds after which no further look begins. */
  readonly withinMs: number;
}

/** Looks until there is something to return, at least once. @returns it, or undefined when the time is over */
export const poll = async <T>(
  look: () => Promise<T | undefined>,
  { everyMs, withinMs }: PollOptions,
): Promise<T | undefined> => {
  for (const deadline = performance.now() + withinMs; ; await pause(everyMs)) {
    const found = await look();
    if (found !== undefined || performance.now() >= deadline) return found;
  }
};
