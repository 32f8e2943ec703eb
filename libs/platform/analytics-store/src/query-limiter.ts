/** Lets `width` tasks run at once and a bounded number wait for their turn, in order. */
export interface QueryLimiter {
  /**
   * Waits for a slot; call what it returns to give the slot back. A signal ends the wait.
   * @throws TooManyQueries, or the signal's reason
   */
  enter(signal?: AbortSignal): Promise<() => void>;
}

export class TooManyQueries extends Error {
  constructor(waiting: number) {
    super(
      `Code: 202. DB::Exception: Too many simultaneous queries: ${waiting} are waiting. ` +
        `(TOO_MANY_SIMULTANEOUS_QUERIES)`,
    );
    this.name = 'TooManyQueries';
  }
}

export const createQueryLimiter = (width: number, maxWaiting: number): QueryLimiter => {
  const waiting = new Set<() => void>();
  let running = 0;

  const leave = () => {
    const [next] = waiting;
    if (next) next();
    else running -= 1;
  };
  const slot = () => {
    let left = false;
    return () => {
      if (!left) leave();
      left = true;
    };
  };
  const turn = (signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const settle = (settled: () => void) => () => {
        waiting.delete(start);
        signal?.removeEventListener('abort', abandon);
        settled();
      };
      const start = settle(resolve);
      const abandon = settle(() => reject(signal?.reason as Error));
      waiting.add(start);
      signal?.addEventListener('abort', abandon);
    });

  return {
    enter: async (signal) => {
      signal?.throwIfAborted();
      if (running < width) running += 1;
      else if (waiting.size >= maxWaiting) throw new TooManyQueries(waiting.size);
      else await turn(signal);
      return slot();
    },
  };
};
