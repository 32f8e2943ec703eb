import { asProblem } from '../../api/problem';

const pause = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1_000));

/** Waits for its turn where the limit of the workspace is reached. */
export const patiently = async <T>(work: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const { code, retryAfter } = asProblem(error);
      if (code !== 'rate_limited' || retryAfter === null) throw error;
      await pause(retryAfter);
    }
  }
};
