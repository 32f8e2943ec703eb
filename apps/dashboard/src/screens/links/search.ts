import type { LinkStatus } from '../../api/queries';

export const STATUSES = [
  ['active', 'Active'],
  ['disabled', 'Disabled'],
  ['expired', 'Expired'],
  ['archived', 'Archived'],
  ['deleted', 'Deleted'],
] as const satisfies readonly (readonly [LinkStatus, string])[];

export const SORTS = [
  ['created_at', 'Newest first'],
  ['clicks', 'Most clicks'],
  ['last_clicked_at', 'Clicked last'],
] as const;

/** Which links are shown, under the names that the API has for it. */
export interface ListSearch {
  readonly search?: string;
  readonly status?: LinkStatus;
  /** Separated by commas. */
  readonly tags?: string;
  readonly tags_mode?: 'all';
  readonly exclude_tags?: string;
  readonly domain?: string;
  readonly campaign_id?: string;
  readonly sort?: 'clicks' | 'last_clicked_at';
  readonly order?: 'asc';
}

export interface FiltersProps {
  readonly search: ListSearch;
  readonly onSearch: (change: Partial<Record<keyof ListSearch, string | undefined>>) => void;
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;
const oneOf = (value: unknown, allowed: readonly string[]): string | undefined =>
  typeof value === 'string' && allowed.includes(value) ? value : undefined;

export const listSearch = (search: Readonly<Record<string, unknown>>): ListSearch => {
  const kept = {
    search: text(search['search']),
    status: oneOf(
      search['status'],
      STATUSES.map(([status]) => status),
    ),
    tags: text(search['tags']),
    tags_mode: oneOf(search['tags_mode'], ['all']),
    exclude_tags: text(search['exclude_tags']),
    domain: text(search['domain']),
    campaign_id: text(search['campaign_id']),
    sort: oneOf(search['sort'], ['clicks', 'last_clicked_at']),
    order: oneOf(search['order'], ['asc']),
  };
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined));
};

/** A change that takes every filter away. */
export const NO_FILTERS = {
  search: undefined,
  status: undefined,
  tags: undefined,
  tags_mode: undefined,
  exclude_tags: undefined,
  domain: undefined,
  campaign_id: undefined,
};

export const listOf = (words: string | undefined): readonly string[] =>
  (words ?? '').split(',').filter((word) => word !== '');

export const isFiltered = ({ sort: _sort, order: _order, ...filters }: ListSearch): boolean =>
  Object.keys(filters).length > 0;
