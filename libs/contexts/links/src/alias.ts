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
  // One number of 128 bits. Digit by digit it is divided twenty times as fast as a bigint.
  const digits = digest(`alias/${commandId}/${attempt}`).slice(0, 16);
  let alias = '';
  while (alias.length < LENGTH) alias += ALPHABET.charAt(divide(digits, ALPHABET.length));
  return alias;
};

/** Divides a number, which is written in base 256, in place. @returns the remainder */
const divide = (digits: Uint8Array, by: number): number =>
  digits.reduce((remainder, digit, at) => {
    const dividend = remainder * 256 + digit;
    digits[at] = dividend / by;
    return dividend % by;
  }, 0);
