import { queryBoolean, queryInteger } from '@platform/http';
import { z } from 'zod';
import { clickRecord } from './click-selection';
import { decodeCursor } from './events.query';
import { EXPORT_FORMATS } from './export.query';
import { filterQuery } from './filters';
import { windowQuery } from './window-query';

/** The query strings of raw clicks; whether the window makes sense as a whole is decided by `resolveWindow`. */
const rawClicksQuery = {
  ...windowQuery,
  include_bots: queryBoolean().default(false).describe('Includes the clicks of bots.'),
  ...filterQuery,
};

export const eventsQuerySchema = z.strictObject({
  ...rawClicksQuery,
  limit: queryInteger(1, 1_000).default(100),
  cursor: z
    .string()
    .max(200)
    .transform((text, context) => {
      if (text === '') return undefined;
      const cursor = decodeCursor(text);
      if (!cursor) context.addIssue({ code: 'custom', message: 'must be empty or the next_cursor of an earlier page' });
      return cursor ?? undefined;
    })
    .optional()
    .meta({
      type: 'string',
      description:
        'First empty (`cursor=`) or absent, then the `meta.next_cursor` of the previous page, with an otherwise ' +
        'unchanged query.',
    }),
});

export type EventsQuery = z.output<typeof eventsQuerySchema>;

export const eventsPage = z.object({
  data: z.array(clickRecord),
  meta: z.object({ limit: z.int(), next_cursor: z.string().nullable().describe('Null on the last page.') }),
});

export const exportQuerySchema = z.strictObject({
  ...rawClicksQuery,
  format: z.enum(EXPORT_FORMATS).default('csv'),
  safe: queryBoolean()
    .default(true)
    .describe(
      'CSV only: cells that a spreadsheet would take for a formula begin with an apostrophe. `false` keeps texts as ' +
        'recorded.',
    ),
});

export type ExportQuery = z.output<typeof exportQuerySchema>;

export const liveQuerySchema = z.strictObject({ include_bots: rawClicksQuery.include_bots, ...filterQuery });

export type LiveQuery = z.output<typeof liveQuerySchema>;
