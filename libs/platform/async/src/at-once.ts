/** Runs the work for each item in order, for at most so many of them at once. If one fails, no further item begins. */
export const atOnce = async <T>(most: number, items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> => {
  const waiting = items[Symbol.iterator]();
  let failed = false;
  const worker = async (): Promise<void> => {
    for (let next = waiting.next(); !next.done && !failed; next = waiting.next()) {
      try {
        await work(next.value);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: most }, worker));
};
