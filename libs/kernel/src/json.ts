/** The same JSON value, with the keys of every object in alphabetical order. */
export const inKeyOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inKeyOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, part]) => [key, inKeyOrder(part)]));
};

/**
 * Whether two JSON values are equal. The order of keys does not count, because jsonb stores keys in an order of its
 * own.
 */
export const sameJson = (a: unknown, b: unknown): boolean =>
  a === b || JSON.stringify(inKeyOrder(a)) === JSON.stringify(inKeyOrder(b));

/** The value of a JSON text; undefined if it is none. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Whether a value has more levels of objects and lists, in one another, than so many. `JSON.stringify` fails on some thousands. */
export const isDeeper = (value: unknown, than: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (than === 0 || Object.values(value).some((part) => isDeeper(part, than - 1)));
