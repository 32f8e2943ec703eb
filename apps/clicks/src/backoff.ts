import { setTimeout as delay } from 'node:timers/promises';

const FIRST = 100;
const LONGEST = 5_000;

/**
 * Does something until it succeeds, waiting 100 ms at first and up to 5 s between attempts.
 * Resolves with undefined when aborted meanwhile.
 */
export async function untilDone<T>(
  attempt: () => Promise<T>,
  { signal, onFailure }: { readonly signal: AbortSignal; readonly onFailure: (error: unknown) => void },
): Promise<T | undefined> {
  for (let wait = FIRST; !signal.aborted; wait = Math.min(wait * 2, LONGEST)) {
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted) return undefined;
      onFailure(error);
      await delay(wait, undefined, { signal }).catch(() => undefined);
    }
  }
  return undefined;
}
