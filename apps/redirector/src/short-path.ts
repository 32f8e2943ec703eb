import { ALIAS, RESERVED_ALIASES } from '@contexts/links';

export interface ShortPath {
  /** In lower case, as the index has it. */
  readonly alias: string;
  /** Without its question mark; empty when there is none. */
  readonly query: string;
}

/** The alias of a request target such as `/summer?a=b`; undefined when the target is not a short path. */
export const shortPathOf = (url: string): ShortPath | undefined => {
  const mark = url.indexOf('?');
  const sent = mark < 0 ? url.slice(1) : url.slice(1, mark);
  const alias = (ALIAS.test(sent) ? sent : decodedAlias(sent))?.toLowerCase();
  if (alias === undefined || url.charCodeAt(0) !== 47 || RESERVED_ALIASES.has(alias)) return undefined;
  return { alias, query: mark < 0 ? '' : url.slice(mark + 1) };
};

/** Characters of an alias of which each is encoded. */
const MOST_ENCODED = 300;

/** `%61` is an `a` to every reader of a URL. */
const decodedAlias = (sent: string): string | undefined => {
  if (!sent.includes('%') || sent.length > MOST_ENCODED) return undefined;
  try {
    const alias = decodeURIComponent(sent);
    return ALIAS.test(alias) ? alias : undefined;
  } catch {
    return undefined;
  }
};
