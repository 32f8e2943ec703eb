interface Chain {
  readonly indexes: readonly number[];
  readonly keys: readonly string[];
}

/**
 * Groups items that share a key with one another, directly or by way of others.
 * @param keys those of each item
 * @returns the indexes of each group's items, ascending; the groups in the order of their first items
 */
export const chainsOf = (keys: readonly (readonly string[])[]): readonly (readonly number[])[] => {
  const chains = new Set<Chain>();
  const byKey = new Map<string, Chain>();
  keys.forEach((own, index) => {
    const met = new Set(own.map((key) => byKey.get(key)).filter((chain) => chain !== undefined));
    const joined: Chain = {
      indexes: [...met].flatMap(({ indexes }) => indexes).concat(index),
      keys: [...met].flatMap((chain) => chain.keys).concat(own),
    };
    for (const chain of met) chains.delete(chain);
    chains.add(joined);
    for (const key of joined.keys) byKey.set(key, joined);
  });
  return [...chains].map(({ indexes }) => indexes.toSorted((a, b) => a - b)).toSorted(([a = 0], [b = 0]) => a - b);
};
