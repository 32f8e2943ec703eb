/** Swaps an entry with its neighbour; unchanged at the ends. */
export const moved = <T>(list: readonly T[], index: number, by: 1 | -1): readonly T[] => {
  const [one, other] = [list[index], list[index + by]];
  if (one === undefined || other === undefined) return list;
  return list.map((entry, at) => (at === index ? other : at === index + by ? one : entry));
};

export const changed = <T>(list: readonly T[], index: number, change: Partial<T>): readonly T[] =>
  list.map((entry, at) => (at === index ? { ...entry, ...change } : entry));

export const without = <T>(list: readonly T[], index: number): readonly T[] => list.filter((_, at) => at !== index);
