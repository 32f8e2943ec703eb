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
  const alias = (mark < 0 ? url.slice(1) : url.slice(1, mark)).toLowerCase();
  if (!ALIAS.test(alias))
    return alias.includes('%') ? encodedPathOf(url.charAt(0), alias, mark < 0 ? '' : url.slice(mark)) : undefined;
  if (url.charCodeAt(0) !== 47 || RESERVED_ALIASES.has(alias)) return undefined;
  return { alias, query: mark < 0 ? '' : url.slice(mark + 1) };
};

/** Characters of an alias of which each is encoded. */
const MOST_ENCODED = 300;

/** As {@link shortPathOf}: `%61` is an `a` to every reader of a URL. */
const encodedPathOf = (slash: string, encoded: string, query: string): ShortPath | undefined => {
  if (encoded.length > MOST_ENCODED) return undefined;
  try {
    const alias = decodeURIComponent(encoded);
    return ALIAS.test(alias) ? shortPathOf(slash + alias + query) : undefined;
  } catch {
    return undefined;
  }
};
