import { z } from 'zod';
import type { TimeSpan } from '@contexts/clicks';
import { DIMENSIONS, DIMENSION_NAMES, type Dimension } from './dimensions';
import { type Condition, namesOneOf, predicates, type Filters } from './filters';

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
 * A field has the name of the column that it is made of; in a condition the name means the column. Times are written as
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

export interface RecordForm {
  /** Writes lists as texts, for a format without lists. */
  readonly flat?: boolean;
  /** Converts a text from a visitor or a workspace. @param text an SQL expression */
  readonly text?: (text: string) => string;
  /** More columns, after the id of the link. */
  readonly names?: readonly string[];
}

/** The columns of a record, in its order. */
export const recordColumns = ({ flat = false, text = (same) => same, names = [] }: RecordForm = {}): string => {
  const known = (column: string) => `nullIf(${text(column)}, '') AS ${column}`;
  return [
    "concat('clk_', source, '_', toString(seq)) AS id",
    'time AS at',
    'link_id',
    ...names,
    'domain_id',
    flat ? `${text("arrayStringConcat(tags, ',')")} AS tags` : 'tags',
    known('campaign_id'),
    `${text('destination')} AS destination`,
    ...TEXTS.map(known),
    'trigger',
    'is_bot',
    'rule',
    'variant',
  ].join(', ');
};

/**
 * Applies the condition of {@link selected} to a record in memory, except for the workspace: the caller checks that.
 */
export const isSelected = ({ filters, includeBots }: ClickSelection, click: ClickRecord): boolean =>
  (includeBots || !click.is_bot) &&
  DIMENSION_NAMES.every((dimension) => {
    const { include = [], exclude = [] } = filters[dimension] ?? {};
    if (include.length === 0 && exclude.length === 0) return true;
    const values = valuesOf(dimension, click);
    return (include.length === 0 || namesOneOf(dimension, include, values)) && !namesOneOf(dimension, exclude, values);
  });

/** The values that a filter of the dimension is compared with; the empty text if unknown. */
const valuesOf = (dimension: Dimension, click: ClickRecord): readonly string[] => {
  const value = click[DIMENSIONS[dimension].column];
  const values = Array.isArray(value) ? value : [String(value ?? '')];
  return values.length === 0 ? [''] : values;
};

/** A click as it is recorded, without the names of its link. */
export type ClickRecord = Omit<z.output<typeof clickRecord>, 'domain' | 'short_url'>;

const text = z.string().nullable();

/** A click as callers get it. It tells no two visitors apart: it has neither the visitor's hash nor the network. */
export const clickRecord = z
  .object({
    id: z.string().describe('Never changes.'),
    at: z.iso.datetime(),
    link_id: z.string(),
    short_url: text.describe('Null while the link is not known yet, and when its workspace was purged.'),
    domain: text,
    domain_id: z.string(),
    tags: z.array(z.string()).describe('Of the link at the time of the click, like its campaign.'),
    campaign_id: text,
    destination: z
      .string()
      .describe("Where the visitor was sent. The utm fields are those of this URL: the visitor's, or else the link's."),
    ...(Object.fromEntries(TEXTS.map((name) => [name, text])) as {
      readonly [name in (typeof TEXTS)[number]]: typeof text;
    }),
    trigger: z.string().describe('`link` or `qr`.'),
    is_bot: z.boolean(),
    rule: z.int().nullable().describe('Index of the link rule that decided, from 0.'),
    variant: z.int().nullable(),
  })
  .meta({ id: 'Click' });
