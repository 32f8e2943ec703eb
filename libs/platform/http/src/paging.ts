import type { FastifyReply, FastifyRequest } from 'fastify';

export interface Page<T> {
  readonly data: readonly T[];
  readonly total: number;
  readonly page: number;
  readonly limit: number;
}

export interface ListBody<T> {
  readonly data: readonly T[];
  readonly meta: { readonly total: number; readonly page: number; readonly limit: number };
}

export interface CursorPage<T> extends Page<T> {
  /** The cursor of the next page; null on the last one. */
  readonly next: string | null;
}

/** RFC 8288 links to the neighbours of a page, on the caller's own query but never with a key in it. */
export const linkHeader = (
  publicUrl: string,
  url: string,
  { total, page, limit }: Omit<Page<unknown>, 'data'>,
): string | undefined => {
  const last = Math.max(1, Math.ceil(total / limit));
  const to = (rel: string, number: number) => linkTo(publicUrl, url, rel, 'page', String(number));
  const links = [
    ...(page < last ? [to('next', page + 1)] : []),
    ...(page > 1 ? [to('prev', Math.min(page - 1, last)), to('first', 1)] : []),
    ...(page < last ? [to('last', last)] : []),
  ];
  return links.length > 0 ? links.join(', ') : undefined;
};

const linkTo = (publicUrl: string, url: string, rel: string, name: string, value: string): string => {
  const target = new URL(url, publicUrl);
  target.searchParams.delete('api_key');
  target.searchParams.set(name, value);
  return `<${publicUrl}${target.pathname}${target.search}>; rel="${rel}"`;
};

/** The body of a list; its `Link` header is set on the way. */
export const listOf = <T>(request: FastifyRequest, reply: FastifyReply, { data, ...meta }: Page<T>): ListBody<T> => {
  const link = linkHeader(request.server.publicUrl, request.raw.url ?? '/', meta);
  if (link) reply.header('link', link);
  return { data, meta: { total: meta.total, page: meta.page, limit: meta.limit } };
};

/** The same of a list that is paged by cursor: its `Link` header leads on only, since a cursor knows no way back. */
export const cursorListOf = <T>(
  request: FastifyRequest,
  reply: FastifyReply,
  { data, next, ...meta }: CursorPage<T>,
) => {
  if (next !== null)
    reply.header('link', linkTo(request.server.publicUrl, request.raw.url ?? '/', 'next', 'cursor', next));
  return { data, meta: { total: meta.total, page: meta.page, limit: meta.limit, next_cursor: next } };
};
