/**
 * Works on items in parallel, but on items with a key in common in their order.
 * @param limit how many at once @returns the results in the order of items
 */
export const inTurns = async <T, R>(
  items: readonly T[],
  limit: number,
  keysOf: (item: T) => readonly string[],
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> => {
  const last = new Map<string, Promise<unknown>>();
  const results: R[] = [];
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    // Workers share the iterator. An item waits only for earlier ones, which other workers have begun.
    for (const [index, item] of queue) {
      const keys = keysOf(item);
      const earlier = keys.map((key) => last.get(key) ?? Promise.resolve());
      const done = Promise.all(earlier).then(() => work(item));
      for (const key of keys) last.set(key, done);
      results[index] = await done;
    }
  };
  await Promise.all(Array.from({ length: limit }, worker));
  return results;
};
