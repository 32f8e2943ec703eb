import { z } from 'zod';

/**
 * The parameter `cursor` of a list that is paged by it.
 * @param most its longest text
 * @param decode gives null for a text that is no cursor
 */
export const queryCursor = <C>(most: number, decode: (text: string) => C | null) =>
  z
    .string()
    .max(most)
    .transform((text, context): C | undefined => {
      if (text === '') return undefined;
      const cursor = decode(text);
      if (!cursor) context.addIssue({ code: 'custom', message: 'must be empty or the next_cursor of an earlier page' });
      return cursor ?? undefined;
    })
    .optional()
    .meta({
      type: 'string',
      example: '',
      description:
        'First empty (`cursor=`) or absent, then the `meta.next_cursor` of the previous page, with an otherwise ' +
        'unchanged query.',
    });
