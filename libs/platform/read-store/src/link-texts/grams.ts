/**
 * Bits of a filter: it has one or two for each part of one to three characters, and some parts share a bit. Filters are
 * stored: other bits need a migration that empties `link_texts` and its marks.
 */
const BITS = 8_192;

/** More conditions on a filter would exclude hardly another block. */
export const MOST = 12;

/** Calls `use` with the bits of each part; two for a short one, of which there are few, and a short term has no others. */
const eachBit = (text: string, shortest: number, use: (bit: number) => void): void => {
  for (let start = 0; start < text.length; start += 1) {
    const end = Math.min(start + 3, text.length);
    for (let at = start, hash = 0; at < end; at += 1) {
      hash = Math.imul(hash ^ (text.charCodeAt(at) + 1), 0x9e3779b1);
      const length = at - start + 1;
      if (length < shortest) continue;
      use((hash ^ (hash >>> 15)) & (BITS - 1));
      if (length < 3) use((hash >>> 18) & (BITS - 1));
    }
  }
};

/** A filter of the parts of a text. Postgres' get_bit counts the bits of a byte from the lowest. */
export const gramsOf = (text: string): Buffer => {
  const filter = Buffer.alloc(BITS / 8);
  eachBit(text, 1, (bit) => {
    filter[bit >> 3] = (filter[bit >> 3] ?? 0) | (1 << (bit & 7));
  });
  return filter;
};

/** Bits that the filter of a text has if a term is in the text. */
export const gramsOfTerm = (term: string): readonly number[] => {
  const bits = new Set<number>();
  eachBit(term, term.length > 3 ? 3 : 1, (bit) => bits.add(bit));
  return [...bits].slice(0, MOST);
};
