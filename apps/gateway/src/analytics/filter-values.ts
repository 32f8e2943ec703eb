/** The values that a filter includes and excludes; null means that the value is not known. */
export interface FilterValues {
  readonly include: readonly (string | null)[];
  readonly exclude: readonly (string | null)[];
}

const NONE = 'null';

/**
 * Reads the text of a filter: `DE,FR` includes, `-DE` excludes, `null` is the unknown value. A backslash makes the
 * character after it literal: `\-5`, `a\,b`, `\null`. Spaces around a value are not part of it, empty values are left
 * out. Null when the text ends in the middle of an escape.
 */
export const parseFilterValues = (texts: readonly string[]): FilterValues | null => {
  const items = texts.map(itemsOf);
  if (items.some((list) => list === null)) return null;
  const values = items.flatMap((list) => list ?? []);
  const chosen = (excluded: boolean) => [
    ...new Set(values.filter((item) => item.excluded === excluded).map(({ value }) => value)),
  ];
  return { include: chosen(false), exclude: chosen(true) };
};

interface Item {
  readonly excluded: boolean;
  readonly value: string | null;
}

/** Matches one character, or a backslash and the character that it escapes. */
const PARTS = /\\?[^]/gu;

const itemsOf = (text: string): readonly Item[] | null => {
  const lists: string[][] = [[]];
  for (const [part] of text.matchAll(PARTS)) {
    if (part === '\\') return null;
    if (part === ',') lists.push([]);
    else lists.at(-1)?.push(part);
  }
  return lists
    .map(trimmed)
    .filter((parts) => parts.length > 0)
    .map(itemOf);
};

const trimmed = (parts: readonly string[]): readonly string[] => {
  const first = parts.findIndex((part) => part.trim() !== '');
  const last = parts.findLastIndex((part) => part.trim() !== '');
  return first < 0 ? [] : parts.slice(first, last + 1);
};

const itemOf = (parts: readonly string[]): Item => {
  const excluded = parts[0] === '-';
  const value = excluded ? trimmed(parts.slice(1)) : parts;
  if (value.join('') === NONE) return { excluded, value: null };
  return {
    excluded,
    value: value.map((part) => (part.length > 1 && part.startsWith('\\') ? part.slice(1) : part)).join(''),
  };
};
