import { INTERVALS, MAX_POINTS, RANGES } from '@contexts/clicks';
import { queryInteger, queryList } from '@platform/http';
import { z } from 'zod';
import { type Dimension, DIMENSIONS, DIMENSION_NAMES } from './dimensions';
import { filterQuery } from './filters';
import { ALWAYS_GROUPED } from './groups';
import { windowQuery } from './window-query';

/**
 * The query string of the analytics routes. Whether the window makes sense as a whole is decided by `resolveWindow`.
 */
export const analyticsQuerySchema = z.strictObject({
  ...windowQuery,
  interval: z
    .enum(INTERVALS)
    .default('auto')
    .describe(`Width of the points of the time series, of which there are at most ${MAX_POINTS}.`),
  group_by: queryList(z.enum(DIMENSION_NAMES), DIMENSION_NAMES.length)
    .default([])
    .meta({
      items: { type: 'string', enum: DIMENSION_NAMES },
      description:
        `A comma list or a repeated parameter. ${ALWAYS_GROUPED.map((name) => `\`${name}\``).join(', ')} are ` +
        `always included.`,
    }),
  limit: queryInteger(1, 100).default(10).describe('Entries per group and of the ranking.'),
  ...filterQuery,
});

export type AnalyticsQuery = z.output<typeof analyticsQuerySchema>;

const count = z.int();
const totals = z.object({
  clicks: count,
  unique_clicks: count.describe('Distinct visitors per link and UTC day.'),
  bot_clicks: count,
  qr_scans: count,
  links_created: count.describe(
    'Of the workspace, link, campaign, tag or domain in the path; filters of clicks do not change it.',
  ),
  active_links: count.describe('Distinct links with at least one counted click.'),
});

const entry = z.object({
  key: z
    .string()
    .nullable()
    .describe('null: unknown or none (a direct visit has no referrer, an untagged link no tag). As a filter: `null`.'),
  clicks: count,
  unique_clicks: count.describe(
    'Exact up to 65,536; above that, within about half a percent. Totals and time series are always exact.',
  ),
});
const within = z.string().nullable().optional();

/** Fields of an entry besides its key, where the key alone does not identify it. */
const ENTRIES: { readonly [dimension in Dimension]?: z.ZodType } = {
  region: entry.extend({ country: within }),
  city: entry.extend({ country: within, region: within }),
  link: entry.extend({ short_url: z.string().nullable().optional() }),
};

const groups = Object.fromEntries(
  DIMENSION_NAMES.map((name) => {
    const list = z.array(ENTRIES[name] ?? entry);
    return [
      DIMENSIONS[name].plural,
      ALWAYS_GROUPED.includes(name) ? list : list.optional().describe(`With group_by=${name}.`),
    ];
  }),
);

/** The answer, for the OpenAPI document. */
export const analyticsRecord = z
  .object({
    range: z.enum(RANGES),
    start: z.iso.datetime(),
    end: z.iso.datetime().describe('Exclusive.'),
    timezone: z.string(),
    interval: z.enum(INTERVALS),
    totals,
    previous: totals
      .extend({ start: z.iso.datetime(), end: z.iso.datetime() })
      .describe('The same for the previous window, with the same filters, and the bounds of that window.'),
    timeseries: z.array(z.object({ start: z.iso.datetime(), clicks: count, unique_clicks: count })),
    top_links: z.array(z.object({ link_id: z.string(), short_url: z.string().nullable(), clicks: count })),
    ...groups,
    as_of: z.iso.datetime().describe('Every click up to this instant is included.'),
  })
  .meta({ id: 'Analytics' });
