import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { api, dataOf } from '../../api/client';
import { retryWhenBusy } from './retry-when-busy';
import type { operations } from '../../api/openapi';
import type { Link } from '../../api/queries';
import { listOf, type ListSearch } from './search';

type Query = NonNullable<operations['links.list']['parameters']['query']>;

/** The most that the API gives at once. */
export const PAGE = 100;

export const queryOf = ({ tags, exclude_tags, ...rest }: ListSearch): Query => ({
  ...rest,
  ...(tags && { tags: [...listOf(tags)] }),
  ...(exclude_tags && { exclude_tags: [...listOf(exclude_tags)] }),
});

/** @param page number of the page, from 1 */
const ask = (search: ListSearch, page: number, signal?: AbortSignal) =>
  dataOf(
    api.GET('/v1/links', { params: { query: { ...queryOf(search), page, limit: PAGE } }, ...(signal && { signal }) }),
  );

export interface LinkPages {
  /** By their place in the whole list; those of pages that are not fetched are absent. */
  readonly at: (index: number) => Link | undefined;
  readonly total: number | undefined;
  /** Whether there are more than the total says. */
  readonly isMinimum: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  /** Says which rows are looked at. */
  readonly look: (first: number, last: number) => void;
}

interface Looked {
  /** The search, as text. */
  readonly of: string;
  readonly pages: readonly number[];
}

/** A list of any length, of which only those pages are fetched that somebody looks at. */
export const useLinks = (search: ListSearch): LinkPages => {
  const name = JSON.stringify(search);
  const [{ of, pages: looked }, setLooked] = useState<Looked>({ of: name, pages: [1] });
  // Another list is looked at from its beginning.
  if (of !== name) setLooked({ of: name, pages: [1] });
  const results = useQueries({
    queries: [...new Set([1, ...looked])].map((page) => ({
      queryKey: ['links', search, page],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => ask(search, page, signal),
      ...(page === 1 && { placeholderData: keepPreviousData }),
    })),
  });
  const pages = useMemo(
    () => new Map(results.flatMap(({ data }) => (data ? [[data.meta.page, data] as const] : []))),
    [results],
  );
  const meta = pages.get(1)?.meta;
  return {
    at: (index) => pages.get(Math.floor(index / PAGE) + 1)?.data[index % PAGE],
    total: meta?.total,
    isMinimum: meta?.total_is === 'minimum',
    error: results.find(({ error, data }) => error && !data)?.error ?? null,
    retry: () => results.forEach(({ error, refetch }) => error && void refetch()),
    look: (first, last) => {
      const from = Math.floor(Math.max(0, first) / PAGE) + 1;
      const to = Math.floor(Math.max(0, last) / PAGE) + 1;
      const wanted = Array.from({ length: to - from + 1 }, (_, index) => from + index);
      if (wanted.join() !== looked.join()) setLooked({ of: name, pages: wanted });
    },
  };
};

/** Every link that a search finds, a page at a time. In the one order that the API walks without gaps. */
export async function* everyLink(
  { sort: _sort, order: _order, ...search }: ListSearch,
  signal: AbortSignal,
): AsyncGenerator<readonly Link[]> {
  for (let cursor: string | null | undefined = ''; cursor != null;) {
    const query: Query = { ...queryOf(search), limit: PAGE, cursor };
    const page: { readonly data: Link[]; readonly meta: { readonly next_cursor?: string | null } } =
      await retryWhenBusy(() => dataOf(api.GET('/v1/links', { params: { query }, signal })), signal);
    yield page.data;
    cursor = page.meta.next_cursor;
  }
}
