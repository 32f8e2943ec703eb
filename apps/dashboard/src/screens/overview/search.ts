import type { components } from '../../api/openapi';

export type Range = components['schemas']['Range'];
export type Dimension = components['schemas']['Dimension'];

export const RANGES = [
  ['today', 'Today'],
  ['yesterday', 'Yesterday'],
  ['24h', 'Last 24 hours'],
  ['7d', 'Last 7 days'],
  ['30d', 'Last 30 days'],
  ['90d', 'Last 90 days'],
  ['12m', 'Last 12 months'],
  ['all', 'All time'],
] as const satisfies readonly (readonly [Range, string])[];

export const DIMENSIONS = [
  'link',
  'tag',
  'campaign',
  'domain',
  'country',
  'region',
  'city',
  'referrer',
  'device',
  'browser',
  'os',
  'language',
  'trigger',
  'destination',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const satisfies readonly Dimension[];
export type Filter = (typeof DIMENSIONS)[number];

/** What analytics show, under the names that the API has for it. */
export type AnalyticsSearch = {
  readonly range?: Range;
  readonly start?: string;
  readonly end?: string;
  readonly interval?: components['schemas']['Interval'];
  readonly timezone?: string;
  readonly include_bots?: 'true';
  /** With which other window. */
  readonly compare?: components['schemas']['Comparison'];
} & { readonly [filter in Filter]?: string };

const NAMED: readonly string[] = [
  ...RANGES.map(([range]) => range),
  'last_hour',
  'wtd',
  'mtd',
  'qtd',
  'ytd',
  'last_week',
  'last_month',
  'custom',
];
const INTERVALS: readonly string[] = ['minute', 'hour', 'day', 'week', 'month'];

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const oneOf = (value: unknown, allowed: readonly string[]): string | undefined =>
  typeof value === 'string' && allowed.includes(value) ? value : undefined;

/** Keeps what is meant for the API, and drops what an old or a mistyped address has besides. */
export const analyticsSearch = (search: Readonly<Record<string, unknown>>): AnalyticsSearch => {
  const custom = search['range'] === 'custom' && text(search['start']) && text(search['end']);
  const range = custom ? 'custom' : oneOf(search['range'], NAMED.slice(0, -1));
  const kept = {
    range,
    ...(custom && { start: text(search['start']), end: text(search['end']) }),
    interval: oneOf(search['interval'], INTERVALS),
    timezone: text(search['timezone']),
    include_bots: oneOf(search['include_bots'], ['true']),
    compare: oneOf(search['compare'], ['previous', 'year']),
    ...Object.fromEntries(DIMENSIONS.map((name) => [name, text(search[name])])),
  };
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined));
};
