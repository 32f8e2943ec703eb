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

/** RFC 8288 links to the neighbours of a page, on the caller's own query but never with a key in it. */
export const linkHeader = (publicUrl: string, url: string, { total, page, limit }: Omit<Page<unknown>, 'data'>): string | undefined => {
  const last = Math.max(1, Math.ceil(total / limit));
  const target = new URL(url, publicUrl);
  const to = (rel: string, number: number) => {
    target.searchParams.delete('api_key');
    target.searchParams.set('page', String(number));
    return `<${publicUrl}${target.pathname}${target.search}>; rel="${rel}"`;
  };
  const links = [
    ...(page < last ? [to('next', page + 1)] : []),
    ...(page > 1 ? [to('prev', Math.min(page - 1, last)), to('first', 1)] : []),
    ...(page < last ? [to('last', last)] : []),
  ];
  return links.length > 0 ? links.join(', ') : undefined;
};

/** The body of a list; its `Link` header is set on the way. */
export const listOf = <T>(request: FastifyRequest, reply: FastifyReply, { data, ...meta }: Page<T>): ListBody<T> => {
  const link = linkHeader(request.server.publicUrl, request.raw.url ?? '/', meta);
  if (link) reply.header('link', link);
  return { data, meta: { total: meta.total, page: meta.page, limit: meta.limit } };
};
