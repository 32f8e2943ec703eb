/** Numbers from 0 to below 1. */
export type Random = () => number;

/** The same numbers for the same seed, everywhere (mulberry32). */
export const seeded = (seed: number): Random => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** Picks an index as often as its weight says. */
export const weighted = (weights: readonly number[]): ((random: Random) => number) => {
  let sum = 0;
  const reached = weights.map((weight) => (sum += weight));
  return (random) => {
    const wanted = random() * sum;
    let [low, high] = [0, reached.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((reached[middle] ?? 0) > wanted) high = middle;
      else low = middle + 1;
    }
    return low;
  };
};

export const pickOne = <T>(items: readonly [T, ...T[]], random: Random): T =>
  items[Math.floor(random() * items.length)] ?? items[0];

/** Picks from a table of items, each with its share. */
export const shared = <T>(
  table: readonly [readonly [number, T], ...(readonly [number, T])[]],
): ((random: Random) => T) => {
  const pick = weighted(table.map(([share]) => share));
  return (random) => (table[pick(random)] ?? table[0])[1];
};
