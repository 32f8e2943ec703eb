import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Answered, answer, api, dataOf, ifMatch, writes } from '../../api/client';
import type { components } from '../../api/openapi';
import type { ApiKey } from '../../api/queries';
import { newest } from '../history/newest';

export type CreatedApiKey = components['schemas']['CreatedApiKey'];
export type ApiKeyCreate = components['schemas']['ApiKeyCreate'];

export const keysQuery = (page: number) =>
  queryOptions({
    queryKey: ['keys', page] as const,
    queryFn: ({ signal }) => dataOf(api.GET('/v1/api-keys', { params: { query: { page, limit: 100 } }, signal })),
  });

/** With its ETag, which a rename needs. */
export const keyQuery = (id: string) =>
  queryOptions({
    queryKey: ['keys', id] as const,
    queryFn: ({ signal }) =>
      answer(api.GET('/v1/api-keys/{id}', { params: { path: { id } }, signal })) as Promise<Answered<ApiKey>>,
  });

/** What happened last to a key and to every key that it came from, or that came from it, by rotations. */
export const lineageQuery = (id: string) =>
  queryOptions({
    queryKey: ['lineage', id] as const,
    queryFn: ({ signal }) =>
      newest((page) =>
        dataOf(
          api.GET('/v1/api-keys/{id}/history', { params: { path: { id }, query: { ...page, lineage: true } }, signal }),
        ),
      ),
  });

/** Requests of a key by day of UTC, of the last thirty, the oldest first. */
export const usageQuery = (id: string) =>
  queryOptions({
    queryKey: ['key-usage', id] as const,
    queryFn: async ({ signal }) =>
      (await dataOf(api.GET('/v1/api-keys/{id}/usage', { params: { path: { id }, query: { range: '30d' } }, signal })))
        .data,
  });

/** A change of keys, after which the list is asked for again. */
export const useKeyMutation = <In, Out>(mutationFn: (input: In) => Promise<Out>, onDone: (result: Out) => void) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (result) => {
      void queries.invalidateQueries({ queryKey: ['keys'] });
      void queries.invalidateQueries({ queryKey: ['lineage'] });
      onDone(result);
    },
  });
};

export const createKey = (body: ApiKeyCreate): Promise<Answered<CreatedApiKey>> =>
  answer(writes.POST('/v1/api-keys', { body }));

export const rotateKey = (id: string): Promise<Answered<CreatedApiKey>> =>
  answer(writes.POST('/v1/api-keys/{id}/rotate', { params: { path: { id } } }));

/** @param etag of the key that was renamed; null: whatever it is like now */
export const renameKey = (id: string, name: string, etag: string | null) =>
  answer(writes.PATCH('/v1/api-keys/{id}', { params: { path: { id }, header: ifMatch(etag) }, body: { name } }));

export const revokeKey = (id: string, reason: string) =>
  answer(
    writes.POST('/v1/api-keys/{id}/revoke', {
      params: { path: { id } },
      ...(reason.trim() && { body: { reason: reason.trim() } }),
    }),
  );
