import { asProblem } from '../../api/problem';

const pause = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1_000));

/** How often a busy server is asked again. */
const REPEATS = 4;

/** Waits for its turn where the limit of the workspace is reached, and a few times where the server is busy. */
export const retryWhenBusy = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let busy = 0; ;) {
    try {
      return await work();
    } catch (error) {
      const { code, status, retryAfter } = asProblem(error);
      const mayRepeat = code === 'rate_limited' || (status === 503 && (busy += 1) <= REPEATS);
      if (!mayRepeat || retryAfter === null) throw error;
      await pause(retryAfter);
    }
  }
};
