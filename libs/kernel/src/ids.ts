const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** 16 bytes as 26 characters of Crockford's base 32, lower case; sorts as the bytes do. */
export const base32 = (bytes: Uint8Array): string => {
  let text = '';
  let rest = 0;
  // From the end, as in a number: 5 bits a character, and 3 for the first.
  for (let at = 15, bits = 0; at >= 0; at -= 1) {
    rest |= (bytes[at] ?? 0) << bits;
    for (bits += 8; bits >= 5; bits -= 5, rest >>>= 5) text = ALPHABET.charAt(rest & 31) + text;
  }
  return ALPHABET.charAt(rest & 31) + text;
};

/** `<prefix>_<26 characters>` of a UUID: the same UUID, the same id. */
export const idOf = (prefix: string, uuid: string): string => {
  const digits = uuid.replaceAll('-', '');
  const bytes = Uint8Array.from({ length: 16 }, (_, at) => parseInt(digits.slice(2 * at, 2 * at + 2), 16));
  return `${prefix}_${base32(bytes)}`;
};
