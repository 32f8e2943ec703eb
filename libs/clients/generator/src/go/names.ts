/** Words that Go writes in capitals. */
const INITIALISMS = new Set(['api', 'dns', 'id', 'ip', 'os', 'png', 'qr', 'svg', 'tls', 'url', 'utc', 'utm', 'yourls']);

/** A name as Go exports it: `apiKeys` makes `APIKeys`, `link_ids` `LinkIDs`, `Read + Write` `ReadWrite`. */
export const exported = (name: string): string => wordsOf(name).map(capitalized).join('');

/** A name as Go keeps to itself: `link_id` makes `linkID`. */
export const unexported = (name: string): string => {
  const [first = '', ...others] = wordsOf(name);
  const word = first.toLowerCase() + others.map(capitalized).join('');
  return KEYWORDS.has(word) ? `${word}_` : word;
};

const KEYWORDS = new Set(['range', 'type', 'func', 'import', 'switch', 'default', 'select', 'interface', 'package']);

const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');

const capitalized = (word: string): string => {
  const lower = word.toLowerCase();
  if (INITIALISMS.has(lower)) return lower.toUpperCase();
  if (lower.endsWith('s') && INITIALISMS.has(lower.slice(0, -1))) return `${lower.slice(0, -1).toUpperCase()}s`;
  return word.charAt(0).toUpperCase() + word.slice(1);
};
