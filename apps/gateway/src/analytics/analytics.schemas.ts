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

const count = z.int();
const totals = z.object({
  clicks: count,
  unique_clicks: count.describe('Distinct visitors per link and UTC day.'),
  bot_clicks: count,
  qr_scans: count,
  links_created: count,
  active_links: count.describe('Distinct links with at least one counted click.'),
});

/** The answer, for the OpenAPI document. */
export const analyticsRecord = z.object({
  range: z.enum(RANGES),
  start: z.iso.datetime(),
  end: z.iso.datetime().describe('The first instant that no longer belongs to the window.'),
  timezone: z.string(),
  interval: z.enum(INTERVALS),
  totals,
  previous: totals.describe('The same for the window before.'),
  timeseries: z.array(z.object({ start: z.iso.datetime(), clicks: count, unique_clicks: count })),
  top_links: z.array(z.object({ link_id: z.string(), short_url: z.string().nullable(), clicks: count })),
  as_of: z.iso.datetime().describe('Up to when clicks are surely contained.'),
}).meta({ id: 'Analytics' });
