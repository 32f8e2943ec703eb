import { HttpResponse } from './http-response';
import type { PageLink } from './link-header';

export interface NumberedPage<T> {
  readonly data: readonly T[];
  readonly total: number;
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

export interface CursorPage<T> extends NumberedPage<T> {
  /** The cursor of the next page; null on the last one. */
  readonly next: string | null;
}

/** The neighbours of a page. */
export const pageLinks = ({ total, page, limit }: Omit<NumberedPage<unknown>, 'data'>): readonly PageLink[] => {
  const last = Math.max(1, Math.ceil(total / limit));
  const to = (rel: PageLink['rel'], number: number): PageLink => ({ rel, parameter: 'page', value: String(number) });
  return [
    ...(page < last ? [to('next', page + 1)] : []),
    ...(page > 1 ? [to('prev', Math.min(page - 1, last)), to('first', 1)] : []),
    ...(page < last ? [to('last', last)] : []),
  ];
};

/** A list with its `Link` header. */
export const listOf = ({ data, total, page, limit }: NumberedPage<unknown>): HttpResponse =>
  new HttpResponse({ data, meta: { total, page, limit } }, { links: pageLinks({ total, page, limit }) });

/** A list that is paged by cursor. It links to the next page only, since a cursor leads in one direction. */
export const cursorListOf = ({ data, next, total, page, limit }: CursorPage<unknown>): HttpResponse =>
  new HttpResponse(
    { data, meta: { total, page, limit, next_cursor: next } },
    { links: next === null ? [] : [{ rel: 'next', parameter: 'cursor', value: next }] },
  );
