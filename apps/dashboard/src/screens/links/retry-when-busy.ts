import type { Answered } from '../../api/client';
import { asProblem } from '../../api/problem';

const pause = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1_000));

/** How often a busy server is asked again. */
const REPEATS = 4;

/** Seconds until then, where only items of a request met a busy server: they have no Retry-After. */
const NEXT = 1;

/**
 * Waits for its turn where the limit of the workspace is reached, and a few times where the server is busy, be it with
 * the same request.
 * @param signal ends the waiting
 */
export const retryWhenBusy = async <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
  for (let busy = 0; ;) {
    try {
      return await work();
    } catch (error) {
      const { code, status, retryAfter } = asProblem(error);
      const isBusy = status === 503 || code === 'idempotency_in_progress';
      const mayRepeat = code === 'rate_limited' || (isBusy && (busy += 1) <= REPEATS);
      if (!mayRepeat || retryAfter === null) throw error;
      await pause(retryAfter);
      signal?.throwIfAborted();
    }
  }
};

interface Results {
  readonly data: readonly { readonly status: number }[];
}

/** Sends a request about many again while some of its items have a 503: under the same key it does these alone. */
export const retryItemsWhenBusy = async <T extends Results>(work: () => Promise<Answered<T>>): Promise<Answered<T>> => {
  for (let repeats = 0; ; repeats += 1) {
    const answered = await retryWhenBusy(work);
    if (repeats === REPEATS || answered.data.data.every(({ status }) => status !== 503)) return answered;
    await pause(NEXT);
  }
};
