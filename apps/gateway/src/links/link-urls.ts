/** Longer lists are refused by the schemas. */
const MOST_JUDGED = 100;

/** It is shown, so it cannot make a loop. */
export const IMAGE = 'preview.image_url';

/** A field of a value that has not been validated. */
export const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

/**
 * Every URL that a link may lead to or show, by its place in the body.
 * @param sentAs the name of the destination in the caller's body
 */
export const urlsOf = (
  body: unknown,
  sentAs = 'destination_url',
): readonly (readonly [place: string, url: unknown])[] => [
  [sentAs, fieldOf(body, 'destination_url')],
  ['expired_url', fieldOf(body, 'expired_url')],
  [IMAGE, fieldOf(fieldOf(body, 'preview'), 'image_url')],
  ...['rules', 'variants'].flatMap((field) => {
    const list = fieldOf(body, field);
    return (Array.isArray(list) ? list.slice(0, MOST_JUDGED) : []).map(
      (item: unknown, index) => [`${field}[${index}].destination_url`, fieldOf(item, 'destination_url')] as const,
    );
  }),
];
