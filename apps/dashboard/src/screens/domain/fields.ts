import type { Domain, DomainUpdate } from '../domains/domain-queries';

const URLS = ['root_url', 'not_found_url', 'expired_url'] as const;
const FILES = ['apple_app_site_association', 'assetlinks'] as const;

/** As they are typed; files as JSON. */
export type Fields = Readonly<Record<(typeof URLS)[number] | (typeof FILES)[number], string>>;

const textOf = (file: unknown): string => (file == null ? '' : JSON.stringify(file, null, 2));

export const fieldsOf = (domain: Domain): Fields => ({
  root_url: domain.root_url ?? '',
  not_found_url: domain.not_found_url ?? '',
  expired_url: domain.expired_url ?? '',
  apple_app_site_association: textOf(domain.apple_app_site_association),
  assetlinks: textOf(domain.assetlinks),
});

/** What a text of JSON holds; the text itself where it is none, which the API then refuses with its reason. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

/** What differs alone; an empty field clears. */
export const updateBody = (fields: Fields, before: Fields): DomainUpdate => {
  const urls = URLS.filter((name) => fields[name].trim() !== before[name]);
  const files = FILES.filter((name) => fields[name] !== before[name]);
  return {
    ...Object.fromEntries(urls.map((name) => [name, fields[name].trim() || null])),
    ...Object.fromEntries(
      files.map((name) => [name, fields[name].trim() === '' ? null : parsed(fields[name])] as const),
    ),
  };
};

const LABELS: Readonly<Record<string, string>> = {
  hostname: 'Host name',
  status: 'Status',
  is_primary: 'Primary',
  root_url: '/ leads to',
  not_found_url: 'Unknown aliases lead to',
  expired_url: 'Expired links lead to',
  apple_app_site_association: 'apple-app-site-association',
  assetlinks: 'assetlinks.json',
};

/** Undefined for a field that is not shown. */
export const domainLabel = (name: string): string | undefined => LABELS[name];
