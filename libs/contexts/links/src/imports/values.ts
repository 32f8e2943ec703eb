import type { Problem } from '@kernel';

/** What is wrong with a row, if the condition holds. */
export const problemIf = (condition: boolean, column: string, message: string): readonly Problem[] =>
  condition ? [{ location: `body.${column}`, message }] : [];

/** For a link that a password protects: the file has no password, or only its hash. */
export const passwordUnknownIf = (isProtected: boolean, column: string): readonly Problem[] =>
  problemIf(isProtected, column, 'is set: the link would lose its password; create it by itself').map((problem) => ({
    ...problem,
    code: 'password_unknown',
  }));

/** A text without blanks around it; undefined where there is none. `NULL` is how dumps of tables write it. */
export const textOf = (value: unknown): string | undefined => {
  const text = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
  return text === '' || text === 'NULL' || text === '\\N' ? undefined : text;
};

/** A text in one line. @param most its characters: a longer one is cut */
export const lineOf = (value: unknown, most: number): string | undefined =>
  textOf(
    textOf(value)
      ?.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')
      .slice(0, most)
      .replace(/[\ud800-\udbff]$/, ''),
  );

/** Other products allow longer titles, and line breaks in them. */
export const titleOf = (value: unknown): string | undefined => lineOf(value, 255);

/** Members of a row, and items of a list, that no link has: they are not judged one by one. */
const [MANY_MEMBERS, MANY_ITEMS] = [20_000, 1_000];

/** Whether a JSON text has more members than any link: each would be judged. */
export const hasManyMembers = (text: string): boolean => {
  let members = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if ((char === ',' || char === ':') && (members += 1) > MANY_MEMBERS) return true;
  }
  return false;
};

/** What a text of JSON holds, as failed rows have lists and objects in their cells; any other value stays. */
export const jsonOf = (value: unknown): unknown => {
  if (typeof value !== 'string' || hasManyMembers(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
};

/** The members of an object, or of one as JSON; none of any other value. */
export const recordOf = (value: unknown): Readonly<Record<string, unknown>> => {
  const read = jsonOf(value);
  return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Record<string, unknown>) : {};
};

/** The items of a text. Of far too many the first ones, blank ones included: they are refused as too many. */
export const itemsOf = (text: string, separator: string): readonly string[] => {
  const items = text.split(separator, MANY_ITEMS + 1).map((item) => item.trim());
  return items.length > MANY_ITEMS ? items : items.filter((item) => item !== '');
};

/** Tags from a list, or from a text with separators. */
export const tagsOf = (value: unknown, separator: string): readonly unknown[] | undefined => {
  if (Array.isArray(value)) return value as readonly unknown[];
  const text = textOf(value);
  return text === undefined ? undefined : itemsOf(text, separator);
};

export const isTrue = (value: unknown): boolean =>
  value === true || value === 1 || /^(true|yes|1|t)$/i.test(textOf(value) ?? '');

/** Host and path of a short URL, with or without its scheme: `bit.ly/3x` */
export const shortUrlOf = (value: unknown): { readonly host: string; readonly alias: string } | undefined => {
  const [, host = '', alias = ''] = /^(?:https?:\/\/)?([^/?#]+)(?:\/([^?#]*))?/i.exec(textOf(value) ?? '') ?? [];
  return host === '' ? undefined : { host: host.toLowerCase(), alias };
};

/** The host of a short URL; undefined for one of those that a service shares among its customers. */
export const hostBesides = (shared: readonly string[], short: ReturnType<typeof shortUrlOf>): string | undefined =>
  short && !shared.includes(short.host) ? short.host : undefined;

/** A timestamp as dumps of tables write it, in UTC, becomes one of RFC 3339; another text stays. */
export const instantOfDump = (value: unknown): string | undefined =>
  textOf(value)?.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)(?:\+00(?::?00)?)?$/, '$1T$2Z');
