/**
 * The URL that a text is, undefined if it is none. With a base, the text may be relative to it. Not by URL.canParse: on
 * Node 20, once it is called often, it takes texts such as `https://bücher.example/` for no URL, because V8 then hands
 * it Latin-1 where it expects UTF-8.
 */
export const parseUrl = (text: string, base?: string): URL | undefined => {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
};
