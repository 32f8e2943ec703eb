const DELIMITER = /[&=?#/;,"\\\s]/;
/** What an escape of a delimiter becomes. Neither delimiter nor letter nor digit nor percent sign. */
const NEUTRAL = 0;
const PERCENT = 0x25;
/** Characters that become a text at once: they are the arguments of one call. */
const AT_ONCE = 8_192;

/** What an escape becomes, by character code. */
const DECODED: readonly number[] = Array.from({ length: 0x80 }, (_, code) =>
  DELIMITER.test(String.fromCharCode(code)) ? NEUTRAL : code,
);

/**
 * Decodes the escapes of printable ASCII characters (`%41`) until there are none, however often the text was encoded
 * (`%25252541`). A delimiter of URLs or of JSON that was escaped becomes a neutral character. It is one plain loop: a
 * visitor may send 15 kB of escapes within escapes. An escape is decoded as soon as its last character is there, and
 * what it becomes may be the last character of another one.
 */
export const decodeWords = (text: string): string => {
  const decoded = new Uint16Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    decoded[length] = text.charCodeAt(at);
    length += 1;
    while (length >= 3 && decoded[length - 3] === PERCENT) {
      const high = (decoded[length - 2] ?? 0) - 0x30;
      const low = hexadecimal(decoded[length - 1] ?? 0);
      if (high < 2 || high > 7 || low < 0) break;
      length -= 2;
      decoded[length - 1] = DECODED[high * 16 + low] ?? NEUTRAL;
    }
  }
  return textOf(decoded.subarray(0, length));
};

const textOf = (characters: Uint16Array): string => {
  let text = '';
  for (let at = 0; at < characters.length; at += AT_ONCE)
    text += String.fromCharCode(...characters.subarray(at, at + AT_ONCE));
  return text;
};

/** The value of a hexadecimal digit; -1 for any other character. */
const hexadecimal = (code: number): number => {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
};
