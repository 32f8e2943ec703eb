const TIMES = 3;
const DELIMITER = /[&=?#/;,"\\\s]/;
/** What an escape of a delimiter becomes. Neither delimiter nor letter nor digit nor percent sign. */
const NEUTRAL = '\0';

/** By character code from 0x20 to 0x7f. */
const DECODED: readonly string[] = Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code);
  return DELIMITER.test(character) ? NEUTRAL : character;
});

/**
 * Decodes the escapes of printable ASCII characters (`%41`), up to three times over (`%252541`). A delimiter of URLs or
 * of JSON that was escaped becomes a neutral character. It is a plain loop from one escape to the next: a visitor may
 * send 15 kB of escapes, and a function call for each would take milliseconds.
 */
export const decodeWords = (text: string): string => {
  let decoded = text;
  for (let times = 0; times < TIMES && decoded.includes('%'); times += 1) decoded = decodeOnce(decoded);
  return decoded;
};

const decodeOnce = (text: string): string => {
  let decoded = '';
  let copied = 0;
  for (let at = text.indexOf('%'); at >= 0; at = text.indexOf('%', at + 1)) {
    const high = text.charCodeAt(at + 1) - 0x30;
    const low = hexadecimal(text.charCodeAt(at + 2));
    if (high >= 2 && high <= 7 && low >= 0) {
      decoded += text.slice(copied, at) + DECODED[high * 16 + low];
      copied = at + 3;
    }
  }
  return decoded + text.slice(copied);
};

/** The value of a hexadecimal digit; -1 for any other character. */
const hexadecimal = (code: number): number => {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
};
