import { queryBoolean, queryInteger } from '@platform/http';
import { z } from 'zod';
import { queryCursor } from '../cursor.schemas';
import { clickRecord } from './click-selection';
import { decodeClickPageCursor } from './events.query';
import { EXPORT_FORMATS } from './export.query';
import { filterQuery } from './filters';
import { includeBots, windowQuery } from './window-query';

/** The query strings of raw clicks; whether the window makes sense as a whole is decided by `resolveWindow`. */
const rawClicksQuery = { ...windowQuery, ...filterQuery };

export const eventsQuerySchema = z.strictObject({
  ...rawClicksQuery,
  limit: queryInteger(1, 1_000).default(100).meta({ description: 'Clicks of a page at most.', example: 100 }),
  cursor: queryCursor(200, decodeClickPageCursor),
});

export type EventsQuery = z.output<typeof eventsQuerySchema>;

const eventsMeta = z
  .object({
    limit: z.int().meta({ description: 'Clicks of a page at most.', example: 100 }),
    next_cursor: z
      .string()
      .nullable()
      .meta({ description: 'The cursor of the next page; null on the last page.', example: null }),
  })
  .meta({ id: 'ClickListMeta', description: 'Where a page is in its list.' });

export const eventsPage = z
  .object({ data: z.array(clickRecord).meta({ description: 'The clicks of the page.' }), meta: eventsMeta })
  .meta({ id: 'ClickList', description: 'A page of clicks, the newest first.' });

export const exportQuerySchema = z.strictObject({
  ...rawClicksQuery,
  format: z.enum(EXPORT_FORMATS).default('csv').meta({ description: 'Format of the file.', example: 'csv' }),
  safe: queryBoolean()
    .default(true)
    .meta({
      description:
        'CSV only: cells that a spreadsheet would take for a formula begin with an apostrophe. `false` keeps texts ' +
        'as recorded.',
      example: true,
    }),
});

export type ExportQuery = z.output<typeof exportQuerySchema>;

export const liveQuerySchema = z.strictObject({ include_bots: includeBots, ...filterQuery });

export type LiveQuery = z.output<typeof liveQuerySchema>;
