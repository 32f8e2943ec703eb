/** First path segments that no link may have: the product's own routes and files that browsers ask for. */
export const RESERVED_ALIASES: ReadonlySet<string> = new Set([
  'v1',
  'v2',
  'api',
  'health',
  'metrics',
  'docs',
  'openapi',
  'errors',
  'dashboard',
  'app',
  'admin',
  'login',
  'logout',
  'signup',
  'register',
  'static',
  'assets',
  'favicon',
  'robots',
  'sitemap',
  'well-known',
  'status',
  'www',
]);

/** 1–100 of letters, digits, dash and underscore. */
export const ALIAS = /^[A-Za-z0-9_-]{1,100}$/;

/** Without 0 O 1 I l and the like: an alias may be read aloud or copied from paper. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const LENGTH = 7;

/**
 * An alias that cannot be guessed, and that a repeated command gets again: a function of the command's id (122 random
 * bits) and of how many aliases were already taken.
 * @param digest a hash of a text as bytes
 */
export const randomAlias = (commandId: string, attempt: number, digest: (text: string) => Uint8Array): string => {
  const bytes = digest(`alias/${commandId}/${attempt}`);
  let bits = 0n;
  for (const byte of bytes.subarray(0, 16)) bits = (bits << 8n) | BigInt(byte);
  let alias = '';
  while (alias.length < LENGTH) {
    alias += ALPHABET.charAt(Number(bits % BigInt(ALPHABET.length)));
    bits /= BigInt(ALPHABET.length);
  }
  return alias;
};
