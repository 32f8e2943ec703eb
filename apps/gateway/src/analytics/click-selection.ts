import { z } from 'zod';
import type { TimeSpan } from '@contexts/clicks';
import { type PublishedClick, RECORD_TEXTS } from '@platform/analytics-store';
import { textField } from '../record-fields.schemas';
import { DIMENSIONS, DIMENSION_NAMES, type Dimension } from './dimensions';
import { type Condition, naming, predicates, type Filters } from './filters';

/** Selects clicks of a workspace. */
export interface ClickSelection {
  readonly workspaceId: string;
  readonly filters: Filters;
  readonly includeBots: boolean;
}

export const selected = ({ workspaceId, filters, includeBots }: ClickSelection): Condition => {
  const filter = predicates(filters);
  return {
    sql: `workspace_id = {workspace:String} AND ({include_bots:Bool} OR NOT is_bot) AND ${filter.sql}`,
    params: { ...filter.params, workspace: workspaceId, include_bots: includeBots },
  };
};

/** The same, within a window in time. */
export const selectedWithin = (selection: ClickSelection, { start, end }: TimeSpan): Condition => {
  const { sql, params } = selected(selection);
  return {
    sql:
      `${sql} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < ` +
      `fromUnixTimestamp64Milli({end:Int64}, 'UTC')`,
    params: { ...params, start, end },
  };
};

/**
 * The condition of {@link selected} for records in memory, except for the workspace: the caller checks that. A stream
 * asks for each click, so what can be made of the filters is made once.
 */
export const selecting = ({ filters, includeBots }: ClickSelection): ((click: PublishedClick) => boolean) => {
  const conditions = DIMENSION_NAMES.flatMap((dimension) => {
    const { include = [], exclude = [] } = filters[dimension] ?? {};
    if (include.length === 0 && exclude.length === 0) return [];
    const [isIncluded, isExcluded] = [naming(dimension, include), naming(dimension, exclude)];
    return [
      (click: PublishedClick): boolean => {
        const values = valuesOf(dimension, click);
        return (include.length === 0 || isIncluded(values)) && !isExcluded(values);
      },
    ];
  });
  return (click) => (includeBots || !click.is_bot) && conditions.every((holds) => holds(click));
};

/** The values that a filter of the dimension is compared with; the empty text if unknown. */
const valuesOf = (dimension: Dimension, click: PublishedClick): readonly string[] => {
  const value = click[DIMENSIONS[dimension].column];
  const values = Array.isArray(value) ? value : [String(value ?? '')];
  return values.length === 0 ? [''] : values;
};

/** What each text says, and an example of it. */
const TEXT_META: Readonly<
  Record<(typeof RECORD_TEXTS)[number], readonly [description: string, example: string | null]>
> = {
  utm_source: ['The `utm_source` of the destination.', 'newsletter'],
  utm_medium: ['The `utm_medium` of the destination.', 'email'],
  utm_campaign: ['The `utm_campaign` of the destination.', 'summer'],
  utm_term: ['The `utm_term` of the destination.', null],
  utm_content: ['The `utm_content` of the destination.', null],
  country: ['Country code of ISO 3166-1 alpha-2.', 'DE'],
  region: ['Region of the country.', 'Berlin'],
  city: ['City.', 'Berlin'],
  continent: ['Code of the continent.', 'EU'],
  device: ['Kind of device.', 'mobile'],
  browser: ['Name of the browser.', 'Safari'],
  os: ['Name of the operating system.', 'iOS'],
  language: ["Language of the visitor's first choice.", 'de'],
  referrer: ['Host of the page that the visitor came from.', 'news.example'],
  referrer_url: ['Address of that page without its query.', 'https://news.example/today'],
};

/** A click as callers get it. It tells no two visitors apart: it has neither the visitor's hash nor the network. */
export const clickRecord = z
  .object({
    id: z.string().meta({ description: 'Id of the click. It never changes.', example: 'clk_9f2c41d07b3e_1042' }),
    at: z.iso.datetime().meta({ description: 'When the visitor was redirected.', example: '2026-11-22T17:04:31.482Z' }),
    link_id: z.string().meta({ description: 'Id of the link.', example: 'link_2c7n4k0v9q8w1x5z3b6m7d4f2g' }),
    short_url: textField(
      'Short URL of the link. Null while the link is not known yet, and when its workspace was purged.',
      'https://go.example.com/summer-26',
    ),
    domain: textField('Host name of the link.', 'go.example.com'),
    domain_id: z.string().meta({ description: 'Id of its domain.', example: 'dom_default' }),
    tags: z
      .array(z.string())
      .meta({ description: 'Of the link at the time of the click, like its campaign.', example: ['summer', 'sale'] }),
    campaign_id: textField('Id of its campaign.', 'cmp_01jd6q3x9v8w7t6s5r4p3n2m3k'),
    destination: z.string().meta({
      description:
        "Where the visitor was sent. The utm fields are those of this URL: the destination's own, or else the visitor's, " +
        "the link's, the campaign's.",
      example: 'https://example.com/summer?ref=1&utm_source=newsletter&utm_medium=email&utm_campaign=summer',
    }),
    ...(Object.fromEntries(RECORD_TEXTS.map((name) => [name, textField(...TEXT_META[name])])) as {
      readonly [name in (typeof RECORD_TEXTS)[number]]: ReturnType<typeof textField>;
    }),
    trigger: z.string().meta({ description: 'How the visitor came: `link` or `qr`.', example: 'link' }),
    is_bot: z.boolean().meta({ description: 'Whether the visitor is a bot.', example: false }),
    rule: z
      .int()
      .nullable()
      .meta({ description: 'Index of the rule of the link that decided, from 0.', example: null }),
    variant: z.int().nullable().meta({ description: 'Index of the variant that was drawn, from 0.', example: null }),
  })
  .meta({ id: 'Click', description: 'A click. What is not known is null.' });
