import { HttpResponse } from './http-response';
import type { PageLink } from './link-header';

export interface NumberedPage<T> {
  readonly data: readonly T[];
  readonly total: number;
  /** Set when there are more than `total`: the count stopped there. */
  readonly total_is?: 'minimum';
  /** Whether there are rows after this page, where `total` does not say it. */
  readonly more?: boolean;
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

export interface CursorPage<T> extends NumberedPage<T> {
  /** The cursor of the next page; null on the last one. */
  readonly next: string | null;
}

/** The neighbours of a page. */
export const pageLinks = (
  { total, page, limit }: Omit<NumberedPage<unknown>, 'data'>,
  last = Math.max(1, Math.ceil(total / limit)),
): readonly PageLink[] => {
  const to = (rel: PageLink['rel'], number: number): PageLink => ({ rel, parameter: 'page', value: String(number) });
  return [
    ...(page < last ? [to('next', page + 1)] : []),
    ...(page > 1 ? [to('prev', Math.min(page - 1, last)), to('first', 1)] : []),
    ...(page < last && last < Infinity ? [to('last', last)] : []),
  ];
};

/** A list with its `Link` header. */
export const listOf = ({ data, ...paging }: NumberedPage<unknown>): HttpResponse =>
  new HttpResponse({ data, meta: metaOf(paging) }, { links: pageLinks(paging, lastPageOf({ data, ...paging })) });

/** A list that is paged by cursor. It links to the next page only, since a cursor leads in one direction. */
export const cursorListOf = ({ data, next, ...paging }: CursorPage<unknown>): HttpResponse =>
  new HttpResponse(
    { data, meta: { ...metaOf(paging), next_cursor: next } },
    { links: next === null ? [] : [{ rel: 'next', parameter: 'cursor', value: next }] },
  );

const metaOf = ({ total, total_is, page, limit }: Omit<NumberedPage<unknown>, 'data'>) => ({
  total,
  ...(total_is && { total_is }),
  page,
  limit,
});

/** While the total is a minimum, the last page is known only once it is reached: no row is after it. */
const lastPageOf = ({ data, total_is, more, page, limit }: NumberedPage<unknown>): number | undefined => {
  if (!total_is) return undefined;
  return (more ?? data.length === limit) ? Infinity : page;
};
