/** Parameters of a query that rules may ask for. What follows them is forwarded, and not looked at. */
const MOST = 1_000;
const ASCII_ESCAPES = /^(?:[^%]|%[0-7][0-9a-f])*$/i;
/** What may be a name that is asked for, in letters and underscores. */
const PLAIN_NAME = /^(?:[a-z_]|%[4-7][0-9a-f])+$/i;

/**
 * A name or a value of a form, decoded as URLSearchParams does. That throws and catches an error for each text with an
 * escape that is no UTF-8, which takes ten times as long: a visitor may send thousands of them.
 */
const decoded = (text: string): string => {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  if (ASCII_ESCAPES.test(spaced)) return decodeURIComponent(spaced);
  return unescaped(spaced);
};

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Replaces escapes by their bytes. Invalid UTF-8 becomes U+FFFD. */
const unescaped = (text: string): string => {
  const bytes = encoder.encode(text);
  let end = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    const escaped = byte === PERCENT ? 16 * digitOf(bytes[at + 1]) + digitOf(bytes[at + 2]) : NaN;
    bytes[end] = Number.isNaN(escaped) ? byte : escaped;
    if (!Number.isNaN(escaped)) at += 2;
    end += 1;
  }
  return decoder.decode(bytes.subarray(0, end));
};

const PERCENT = 0x25;

/** The value of a hexadecimal digit; NaN for another byte. */
const digitOf = (byte = 0): number => {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : NaN;
};

const nameOf = (pair: string): string => (pair.includes('=') ? pair.slice(0, pair.indexOf('=')) : pair);
const valueOf = (pair: string): string => (pair.includes('=') ? decoded(pair.slice(pair.indexOf('=') + 1)) : '');

/** Whether a query has a parameter, with a value of it where one is given. The first thousand parameters count. */
export const parametersOf = (query: string): Pick<URLSearchParams, 'has'> => {
  const values = new Map<string, Set<string>>();
  for (const pair of query.split('&', MOST)) {
    if (pair === '') continue;
    const name = decoded(nameOf(pair));
    const known = values.get(name);
    if (known) known.add(valueOf(pair));
    else values.set(name, new Set([valueOf(pair)]));
  }
  return {
    has: (name, value) => (value === undefined ? values.has(name) : (values.get(name)?.has(value) ?? false)),
  };
};

/** Prepares the search for the first values in a query of some names, which consist of letters and underscores. */
export const firstValues = (names: readonly string[]): ((query: string) => Map<string, string>) => {
  const lengths = names.map(({ length }) => length);
  const [shortest, longest] = [Math.min(...lengths), 3 * Math.max(...lengths)];
  return (query) => {
    const values = new Map<string, string>();
    if (query === '') return values;
    for (const pair of query.split('&')) {
      const written = nameOf(pair);
      if (written.length < shortest || written.length > longest || !PLAIN_NAME.test(written)) continue;
      const name = written.includes('%') ? decodeURIComponent(written) : written;
      if (names.includes(name) && !values.has(name)) values.set(name, valueOf(pair));
    }
    return values;
  };
};
