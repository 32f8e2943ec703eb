import { COMPARISONS, INTERVALS, MAX_POINTS } from '@contexts/clicks';
import { describedAs, queryInteger, queryList } from '@platform/http';
import { z } from 'zod';
import { countField, instantField } from '../record-fields.schemas';
import { DIMENSIONS, DIMENSION_NAMES } from './dimensions';
import { filterQuery } from './filters';
import { ALWAYS_GROUPED } from './groups';
import { rangeSchema, windowQuery } from './window-query';

const interval = z
  .enum(INTERVALS)
  .meta({ id: 'Interval', description: 'Width of the points of a time series.', example: 'day' });
const comparison = z
  .enum(COMPARISONS)
  .meta({ id: 'Comparison', description: 'What a window is compared with.', example: 'year' });
const dimension = z
  .enum(DIMENSION_NAMES)
  .meta({ id: 'Dimension', description: 'What clicks are filtered and grouped by.', example: 'country' });

/**
 * The query string of the analytics routes. Whether the window makes sense as a whole is decided by `resolveWindow`.
 */
export const analyticsQuerySchema = z.strictObject({
  ...windowQuery,
  interval: interval.default('auto').meta({
    description: `Width of the points of the time series, of which there are at most ${MAX_POINTS}.`,
    parameter: 'IntervalParameter',
  }),
  compare: comparison.optional().meta({
    parameter: 'CompareParameter',
    description:
      'Adds `comparison`: the series of the window before, or of the same window a year earlier by the calendar of ' +
      '`timezone`.',
  }),
  group_by: describedAs(queryList(z.enum(DIMENSION_NAMES), DIMENSION_NAMES.length), z.array(dimension).min(1))
    .default([])
    .meta({
      parameter: 'GroupByParameter',
      example: ['country', 'device'],
      description:
        `A comma list or a repeated parameter. ${ALWAYS_GROUPED.map((name) => `\`${name}\``).join(', ')} are ` +
        `always included.`,
    }),
  limit: queryInteger(1, 100)
    .default(10)
    .meta({ parameter: 'GroupLimitParameter', description: 'Entries per group and of the ranking.', example: 10 }),
  ...filterQuery,
});

export type AnalyticsQuery = z.output<typeof analyticsQuerySchema>;

const clicks = countField('Clicks.', 128);

const measures = {
  clicks,
  unique_clicks: countField('Distinct visitors per link and UTC day.', 97),
  bot_clicks: countField('Visits of bots.', 12),
  qr_scans: countField('Clicks that came by a QR code.', 31),
  links_created: countField(
    'Created links of the workspace, link, campaign, tag or domain in the path; filters of clicks do not change it.',
    4,
  ),
  active_links: countField('Distinct links with at least one counted click.', 3),
};
const totals = z.object(measures).meta({ id: 'AnalyticsTotals', description: 'The totals of a window.' });
const previous = z
  .object({
    ...measures,
    start: instantField('Start of that window.', '2026-09-22T00:00:00.000Z'),
    end: instantField('End of that window, exclusive.', '2026-10-22T00:00:00.000Z'),
  })
  .meta({
    id: 'AnalyticsPrevious',
    description: 'The totals of the previous window, with the same filters, and the bounds of that window.',
  });
const point = z
  .object({
    start: instantField('Start of the point.', '2026-11-21T00:00:00.000Z'),
    clicks,
    unique_clicks: countField('Distinct visitors per link and UTC day.', 97),
  })
  .meta({ id: 'AnalyticsPoint', description: 'A point of the time series.' });
const compared = z
  .object({
    start: instantField('Start of the window.', '2025-10-22T00:00:00.000Z'),
    end: instantField('End of the window, exclusive.', '2025-11-21T00:00:00.000Z'),
    clicks,
    unique_clicks: countField('Distinct visitors per link and UTC day.', 97),
    timeseries: z.array(point).meta({
      description: 'Its points, as wide as those of the answer, zeros included. Months and years differ in their days.',
    }),
  })
  .meta({
    id: 'AnalyticsComparison',
    description: 'Clicks of the window that `compare` names, with the same filters.',
  });
const shortUrl = z.string().nullable().meta({
  description: 'Short URL of the link; null where it is not known.',
  example: 'https://go.example.com/summer-26',
});
const topLink = z
  .object({
    link_id: z.string().meta({ description: 'Id of the link.', example: 'link_2c7n4k0v9q8w1x5z3b6m7d4f2g' }),
    short_url: shortUrl,
    clicks,
  })
  .meta({ id: 'AnalyticsTopLink', description: 'A link of the ranking.' });

const entry = {
  key: z
    .string()
    .nullable()
    .meta({
      description:
        'The value. Null: unknown or none (a direct visit has no referrer, an untagged link no tag). As a filter: ' +
        '`null`.',
      example: 'DE',
    }),
  clicks,
  unique_clicks: countField(
    'Distinct visitors. Exact up to 65,536; above that, within about half a percent. Totals and time series are ' +
      'always exact.',
    97,
  ),
};
const within = (description: string, example: string) =>
  z.string().nullable().optional().meta({ description, example });

/** An entry has more fields where its key alone does not identify it. */
const group = z
  .object({
    ...entry,
    country: within('Of a region or a city: its country.', 'DE'),
    region: within('Of a city: its region.', 'Berlin'),
    short_url: shortUrl.optional(),
  })
  .meta({
    id: 'AnalyticsGroup',
    description: 'An entry of a group. `short_url` is in groups of links, `country` and `region` in those of places.',
    example: { key: 'DE', clicks: 128, unique_clicks: 97 },
  });

const groups = Object.fromEntries(
  DIMENSION_NAMES.map((name) => {
    const list = z.array(group);
    const description = `Clicks by ${name.replaceAll('_', ' ')}, most clicks first.`;
    return [
      DIMENSIONS[name].plural,
      ALWAYS_GROUPED.includes(name)
        ? list.meta({ description })
        : list.optional().meta({ description: `${description} With \`group_by=${name}\`.` }),
    ];
  }),
);

/** The answer, for the OpenAPI document. */
export const analyticsRecord = z
  .object({
    range: rangeSchema,
    start: instantField('Start of the window.', '2026-10-22T00:00:00.000Z'),
    end: instantField('End of the window, exclusive.', '2026-11-21T00:00:00.000Z'),
    timezone: z.string().meta({ description: 'The time zone of days.', example: 'UTC' }),
    interval,
    totals,
    previous,
    timeseries: z.array(point).meta({ description: 'The window in points, zeros included.' }),
    comparison: compared.optional().meta({ description: 'The window that `compare` names; absent without it.' }),
    top_links: z.array(topLink).meta({ description: 'The links with the most clicks.' }),
    ...groups,
    as_of: instantField('Every click up to this instant is included.', '2026-11-21T08:00:00.000Z'),
  })
  .meta({ id: 'Analytics', description: 'Clicks in a window: totals, time series and groups.' });
