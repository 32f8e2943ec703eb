/** What each value takes beside its text. */
const VALUE_BYTES = 16;

/**
 * About how many bytes the data of an event take in memory. It asks a text for its length alone, so that a long one
 * costs no more than a short one.
 */
export const weightOf = (data: unknown): number => {
  const values = [data];
  let weight = 0;
  for (const value of values) {
    weight += VALUE_BYTES;
    if (typeof value === 'string') weight += value.length;
    // Another program may store what is no JSON.
    else if (ArrayBuffer.isView(value)) weight += value.byteLength;
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value as Readonly<Record<string, unknown>>)) {
        // Callers choose names, too.
        weight += name.length;
        values.push(inner);
      }
  }
  return weight;
};
