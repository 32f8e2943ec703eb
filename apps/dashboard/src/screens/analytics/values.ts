import type { Filter } from '../overview/search';

/** A value of a filter: that it must be, or must not be. */
export interface Condition {
  readonly value: string | null;
  readonly excluded: boolean;
}

/** Splits at the commas that are no part of a value. */
export const conditionsOf = (filter: string | undefined): readonly Condition[] =>
  (filter?.match(/(?:\\.|[^,\\])+/g) ?? []).map((part) => {
    const excluded = part.startsWith('-');
    const value = excluded ? part.slice(1) : part;
    return { excluded, value: value === 'null' ? null : value.replace(/\\(.)/g, '$1') };
  });

const written = ({ value, excluded }: Condition): string => {
  const text = value === null ? 'null' : value.replace(/[\\,]/g, '\\$&').replace(/^(-|null$)/, '\\$1');
  return excluded ? `-${text}` : text;
};

/** The filter with a condition more, or without it if it had it. */
export const toggled = (filter: string | undefined, condition: Condition): string | undefined => {
  const before = conditionsOf(filter);
  const others = before.filter(({ value }) => value !== condition.value);
  const had = before.some(({ value, excluded }) => value === condition.value && excluded === condition.excluded);
  const after = had ? others : [...others, condition];
  return after.length > 0 ? after.map(written).join(',') : undefined;
};

export const LABELS: Readonly<Record<Filter, string>> = {
  link: 'Link',
  tag: 'Tag',
  campaign: 'Campaign',
  domain: 'Domain',
  country: 'Country',
  region: 'Region',
  city: 'City',
  referrer: 'Referrer',
  device: 'Device',
  browser: 'Browser',
  os: 'System',
  language: 'Language',
  trigger: 'Trigger',
  destination: 'Destination',
  utm_source: 'utm_source',
  utm_medium: 'utm_medium',
  utm_campaign: 'utm_campaign',
  utm_term: 'utm_term',
  utm_content: 'utm_content',
};
