import { z } from 'zod';
import type { LinkDomains } from '../links/link-domains';
import { DIMENSIONS, DIMENSION_NAMES, type Dimension } from './dimensions';
import { parseFilterValues, type FilterValues } from './filter-values';

export type Filters = { readonly [dimension in Dimension]?: FilterValues | undefined };

/** A condition on rows of `clicks`, and the values that are bound to it. */
export interface Condition {
  readonly sql: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const MOST_VALUES = 100;
/** Only NUL is refused: a visitor's query may have other control characters, and so may groups. */
const NUL = '\u0000';
const UPPER: ReadonlySet<Dimension> = new Set(['country', 'continent']);
const LOWER: ReadonlySet<Dimension> = new Set(['device', 'language', 'referrer', 'trigger']);
/** Names, which are recorded in their own case and compared without regard to it. */
const ANY_CASE: ReadonlySet<Dimension> = new Set(['region', 'city', 'browser', 'os']);

/** Formats of values that have one: a filter that could never match is an error. */
const PATTERNS: { readonly [dimension in Dimension]?: readonly [RegExp, string] } = {
  country: [/^[A-Z]{2}$/, 'must be codes of two letters (ISO 3166-1), such as DE'],
  continent: [/^(AF|AN|AS|EU|NA|OC|SA)$/, 'must be of AF, AN, AS, EU, NA, OC, SA'],
  trigger: [/^(link|qr)$/, 'must be of link, qr'],
  variant: [/^(0|[1-9]\d{0,4})$/, 'must be numbers of variants'],
};

const EXPLAINED =
  'A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown value (the `key` of ' +
  'its group), and a backslash escapes `,`, `-` and `null`: `\\-5`, `a\\,b`, `\\null`. Filters are combined by AND.';
const IN_ANY_CASE = ' Ignores case.';
const AS_SHOWN = ' Written like the key of its group, case-sensitive.';
const OR_HOST = ' An id, or a host name.';

const filterOf = (dimension: Dimension) =>
  z
    .unknown()
    .transform((value, context) => {
      const values = parseFilterValues([value].flat().map(String));
      const problem = values === null ? 'ends in the middle of an escape' : problemWith(dimension, values);
      if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
      return {
        include: (values?.include ?? []).map((text) => cased(dimension, text)),
        exclude: (values?.exclude ?? []).map((text) => cased(dimension, text)),
      };
    })
    .optional()
    .meta({
      parameter: `${dimension.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}Filter`,
      type: 'array',
      items: { type: 'string', minLength: 1 },
      minItems: 1,
      maxItems: MOST_VALUES,
      description:
        `Clicks by ${dimension.replaceAll('_', ' ')}. ${EXPLAINED}` +
        (dimension === 'domain' ? OR_HOST : isCaseBlind(dimension) ? IN_ANY_CASE : AS_SHOWN),
      example: EXAMPLES[dimension],
    });

const EXAMPLES: { readonly [dimension in Dimension]: readonly string[] } = {
  country: ['DE', 'AT'],
  region: ['Berlin'],
  city: ['-Berlin'],
  continent: ['EU'],
  device: ['mobile', 'tablet'],
  browser: ['Safari'],
  os: ['iOS'],
  language: ['de'],
  referrer: ['news.example', 'null'],
  referrer_url: ['https://news.example/today'],
  trigger: ['qr'],
  link: ['link_2c7n4k0v9q8w1x5z3b6m7d4f2g'],
  domain: ['go.example.com'],
  tag: ['summer'],
  campaign: ['cmp_01jd6q3x9v8w7t6s5r4p3n2m3k'],
  destination: ['https://example.com/summer'],
  utm_source: ['newsletter'],
  utm_medium: ['email'],
  utm_campaign: ['summer'],
  utm_term: ['shoes'],
  utm_content: ['hero'],
  variant: ['0'],
};

const isCaseBlind = (dimension: Dimension) => [UPPER, LOWER, ANY_CASE].some((dimensions) => dimensions.has(dimension));

const cased = (dimension: Dimension, text: string | null): string | null => {
  if (text === null) return null;
  return UPPER.has(dimension) ? text.toUpperCase() : LOWER.has(dimension) ? text.toLowerCase() : text;
};

const problemWith = (dimension: Dimension, { include, exclude }: FilterValues): string | undefined => {
  const values = [...include, ...exclude];
  if (values.length === 0) return 'must name at least one value';
  if (values.length > MOST_VALUES) return `must have at most ${MOST_VALUES} values`;
  if (values.some((text) => text?.includes(NUL))) return 'must not contain a NUL character';
  if (values.includes('')) return 'must name a value after the dash; null is the unknown one';
  const [form, message] = PATTERNS[dimension] ?? [];
  return values.every((text) => text === null || !form || form.test(cased(dimension, text) ?? ''))
    ? undefined
    : message;
};

/** A parameter per dimension, to be spread into the query of an endpoint. */
export const filterQuery = Object.fromEntries(DIMENSION_NAMES.map((name) => [name, filterOf(name)])) as {
  readonly [dimension in Dimension]: ReturnType<typeof filterOf>;
};

/** The filters among the parameters of a query. */
export const filtersOf = (query: Filters): Filters =>
  Object.fromEntries(DIMENSION_NAMES.flatMap((name) => (query[name] ? [[name, query[name]]] : [])));

/** Filters as callers write them: a host name means its domain. */
export class ClickFilters {
  constructor(private readonly domains: Pick<LinkDomains, 'idOf'>) {}

  of(query: Filters, workspaceId: string): Filters {
    const { domain, ...filters } = filtersOf(query);
    const idOf = (name: string | null) => (name === null ? null : (this.domains.idOf(workspaceId, name) ?? name));
    if (!domain) return filters;
    return { ...filters, domain: { include: domain.include.map(idOf), exclude: domain.exclude.map(idOf) } };
  }
}

/** Lets through the clicks with this one value. */
export const only = (value: string): FilterValues => ({ include: [value], exclude: [] });

/**
 * The condition that all filters of a set hold; `true` when there is none. It is no substitute for the condition on the
 * workspace, which the statement states itself.
 * @param prefix of the names of parameters; different where two sets meet in one statement
 */
export const predicates = (filters: Filters, prefix = 'filter'): Condition => {
  const params: Record<string, readonly string[]> = {};
  const conditions = DIMENSION_NAMES.flatMap((dimension) => {
    const { include = [], exclude = [] } = filters[dimension] ?? {};
    const matching = (values: readonly (string | null)[], name: string) => {
      params[name] = comparedWith(dimension, values);
      return matches(dimension, name);
    };
    return [
      ...(include.length > 0 ? [matching(include, `${prefix}_${dimension}`)] : []),
      ...(exclude.length > 0 ? [`NOT ${matching(exclude, `${prefix}_not_${dimension}`)}`] : []),
    ];
  });
  return { sql: conditions.length > 0 ? conditions.join(' AND ') : 'true', params };
};

/** The values of a filter as texts to compare with columns; the empty text if unknown. */
const comparedWith = (dimension: Dimension, values: readonly (string | null)[]): readonly string[] => {
  const texts = values.map((text) => text ?? '');
  return ANY_CASE.has(dimension) ? [...new Set([...texts, ...texts.map((text) => text.toLowerCase())])] : texts;
};

/** Whether one of some texts matches the values of a filter, as its condition would. */
export const naming = (
  dimension: Dimension,
  values: readonly (string | null)[],
): ((texts: readonly string[]) => boolean) => {
  const compared = new Set(comparedWith(dimension, values));
  return ANY_CASE.has(dimension)
    ? (texts) => texts.some((text) => compared.has(text) || compared.has(text.toLowerCase()))
    : (texts) => texts.some((text) => compared.has(text));
};

const matches = (dimension: Dimension, name: string): string => {
  const values = `{${name}:Array(String)}`;
  const { column } = DIMENSIONS[dimension];
  if (dimension === 'tag') return `(hasAny(${column}, ${values}) OR (has(${values}, '') AND empty(${column})))`;
  if (dimension === 'variant') return `(ifNull(toString(${column}), '') IN ${values})`;
  if (ANY_CASE.has(dimension)) return `(${column} IN ${values} OR lowerUTF8(${column}) IN ${values})`;
  return `(${column} IN ${values})`;
};
