import { z } from 'zod';

/** Schemas of query parameters, which arrive as text. Each carries its type for the OpenAPI document. */

const single = (value: unknown, read: (text: string) => unknown, message: string, context: z.core.$RefinementCtx) => {
  const result = typeof value === 'string' ? read(value) : undefined;
  if (result === undefined)
    context.addIssue({ code: 'custom', message: Array.isArray(value) ? 'must be given once' : message });
  return result;
};

export const queryInteger = (minimum: number, maximum: number) => {
  const read = (text: string) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
    return value >= minimum && value <= maximum ? value : undefined;
  };
  return z
    .unknown()
    .transform(
      (value, context) => single(value, read, `must be an integer from ${minimum} to ${maximum}`, context) as number,
    )
    .meta({ type: 'integer', minimum, maximum });
};

export const queryBoolean = () => {
  const read = (text: string) => (text === 'true' ? true : text === 'false' ? false : undefined);
  return z
    .unknown()
    .transform((value, context) => single(value, read, 'must be true or false', context) as boolean)
    .meta({ type: 'boolean' });
};

/** A comma list, a repeated parameter, or both. It drops empty items and requires at least one other. */
export const queryList = <S extends z.ZodType<unknown, string>>(item: S, most = 100) =>
  z
    .unknown()
    .transform((value) =>
      [value]
        .flat()
        .flatMap((text) => String(text).split(','))
        .map((text) => text.trim())
        .filter((text) => text !== ''),
    )
    .pipe(z.array(item).min(1, { error: 'must not be empty' }).max(most))
    .meta({ type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1, maxItems: most });

/** `page` from 1, `limit` 1 to 100: spread it into a list's query. */
export const pagingQuery = {
  page: queryInteger(1, 1_000_000)
    .default(1)
    .meta({ parameter: 'Page', description: 'Number of the page, from 1.', example: 1 }),
  limit: queryInteger(1, 100)
    .default(25)
    .meta({ parameter: 'Limit', description: 'Entries of a page at most.', example: 25 }),
};
