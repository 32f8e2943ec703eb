import { DEFAULT_RANGE, INTERVALS, isTimezone, RANGES } from '@contexts/clicks';
import { z } from 'zod';

const moment = z.string().max(40).optional();

/**
 * The query string of the analytics routes. Whatever it does not name is refused, dimensions and filters of later issues
 * included. Whether the window makes sense as a whole is decided by `resolveWindow`.
 */
export const analyticsQuerySchema = z.strictObject({
  range: z.enum(RANGES).default(DEFAULT_RANGE).describe('Named windows follow the calendar of `timezone`.'),
  timezone: z.string().refine(isTimezone, 'must be the name of an IANA time zone, such as Europe/Berlin').default('UTC'),
  start: moment.describe('Only with range=custom. RFC 3339, or without an offset in `timezone`; belongs to the window.'),
  end: moment.describe('Only with range=custom; the first instant that no longer belongs to the window.'),
  interval: z.enum(INTERVALS).default('auto').describe('Width of the points of the time series.'),
  include_bots: z.enum(['true', 'false']).default('false').transform((text) => text === 'true')
    .describe('Counts bots among `clicks` and `unique_clicks` as well.'),
  limit: z.string().regex(/^\d{1,3}$/, 'must be a whole number').default('10').transform(Number)
    .pipe(z.number().min(1).max(100)).describe('Entries per ranking.'),
});

export type AnalyticsQuery = z.output<typeof analyticsQuerySchema>;
