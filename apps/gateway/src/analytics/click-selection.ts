import { z } from 'zod';
import type { Stretch } from '@contexts/clicks';
import { type Condition, predicates, type Filters } from './filters';

/** Which clicks of a workspace are meant. */
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

/** The same, of a window in time. */
export const selectedWithin = (selection: ClickSelection, { start, end }: Stretch): Condition => {
  const { sql, params } = selected(selection);
  return {
    sql: `${sql} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')`,
    params: { ...params, start, end },
  };
};

/**
 * Fields bear the names of the columns that they are made of, and conditions mean the columns. Times are written as
 * RFC 3339 in UTC.
 */
export const RECORD_SETTINGS = "prefer_column_name_to_alias = 1, date_time_output_format = 'iso'";

const TEXTS = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'country',
  'region',
  'city',
  'continent',
  'device',
  'browser',
  'os',
  'language',
  'referrer',
  'referrer_url',
] as const;

const known = (column: string): string => `nullIf(${column}, '') AS ${column}`;

/** The columns of a record, in its order. @param tags as an expression, where a format has no lists */
export const recordColumns = (tags = 'tags'): string =>
  [
    "concat('clk_', source, '_', toString(seq)) AS id",
    'time AS at',
    'link_id',
    'domain_id',
    tags,
    known('campaign_id'),
    'destination',
    ...TEXTS.map(known),
    'trigger',
    'is_bot',
    'rule',
    'variant',
  ].join(', ');

/** A click as it is shown. Nothing in it tells two visitors apart: neither the visitor's hash nor the network is shown. */
export type ClickRecord = z.output<typeof exportedClick>;

const text = z.string().nullable();

export const exportedClick = z
  .object({
    id: z.string().describe('Stays the same for ever.'),
    at: z.iso.datetime(),
    link_id: z.string(),
    domain_id: z.string(),
    tags: z.array(z.string()).describe("The link's at the time of the click, as is its campaign."),
    campaign_id: text,
    destination: z
      .string()
      .describe(
        "Where the visitor was sent. The utm fields are those of this address: what the visitor brought along, else the link's.",
      ),
    ...(Object.fromEntries(TEXTS.map((name) => [name, text])) as {
      readonly [name in (typeof TEXTS)[number]]: typeof text;
    }),
    trigger: z.string().describe('`link` or `qr`.'),
    is_bot: z.boolean(),
    rule: z.int().nullable().describe('Which of the rules of the link decided, from 0.'),
    variant: z.int().nullable(),
  })
  .meta({ id: 'ExportedClick' });

/** With the names that the link has now. */
export const clickRecord = exportedClick
  .extend({
    domain: z.string().nullable(),
    short_url: z.string().nullable(),
  })
  .meta({ id: 'Click' });
