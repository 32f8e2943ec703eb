/**
 * Works on items in parallel, but on items with a key in common in their order. An item is taken when its turn comes, and
 * not kept.
 * @param limit how many at once @throws after the items under way have ended, if one of them fails; no further one begins
 */
export const inTurns = async <T>(
  items: AsyncIterable<T>,
  limit: number,
  keysOf: (item: T) => readonly string[],
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const last = new Map<string, Promise<void>>();
  const failures: unknown[] = [];
  let underWay = 0;
  let wake = (): void => undefined;
  const oneEnds = () => new Promise<void>((resolve) => (wake = resolve));
  const begin = (item: T): void => {
    const keys = keysOf(item);
    const earlier = keys.flatMap((key) => last.get(key) ?? []);
    const done = Promise.all(earlier)
      .then(() => work(item))
      .catch((error: unknown) => void failures.push(error))
      .finally(() => {
        underWay -= 1;
        wake();
      });
    for (const key of keys) last.set(key, done);
    underWay += 1;
  };
  // One reader: of several, those that wait would keep what the others have read.
  try {
    for await (const item of items) {
      begin(item);
      while (underWay >= limit) await oneEnds();
      if (failures.length > 0) break;
    }
  } finally {
    while (underWay > 0) await oneEnds();
  }
  if (failures.length > 0) throw failures[0];
};
