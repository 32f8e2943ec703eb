import { queryOptions } from '@tanstack/react-query';
import { type Answered, answer, api, dataOf, ifMatch, writes } from '../../api/client';
import type { Link } from '../../api/queries';
import { newest } from '../history/newest';
import type { LinkUpdate } from '../link-form/fields';

/** The link as it is, which has its counters. */
export const readLink = (id: string, signal?: AbortSignal): Promise<Answered<Link>> =>
  answer(api.GET('/v1/links/{id}', { params: { path: { id } }, ...(signal && { signal }) })) as Promise<Answered<Link>>;

/** @param etag of the link that was edited; null: whatever it is like now */
export const updateLink = (id: string, body: LinkUpdate, etag: string | null): Promise<Answered<Link>> =>
  answer(writes.PATCH('/v1/links/{id}', { params: { path: { id }, header: ifMatch(etag) }, body }));

/** With its ETag, which an edit needs. */
export const linkQuery = (id: string) =>
  queryOptions({
    queryKey: ['link', id] as const,
    queryFn: ({ signal }) => readLink(id, signal),
  });

/** The link as it was at an instant. The past does not change. */
export const pastQuery = (id: string, asOf: string) =>
  queryOptions({
    queryKey: ['link', id, asOf] as const,
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      dataOf(api.GET('/v1/links/{id}', { params: { path: { id }, query: { as_of: asOf } }, signal })),
  });

export const historyQuery = (id: string) =>
  queryOptions({
    queryKey: ['history', id] as const,
    queryFn: ({ signal }) =>
      newest((query) => dataOf(api.GET('/v1/links/{id}/history', { params: { path: { id }, query }, signal }))),
  });
