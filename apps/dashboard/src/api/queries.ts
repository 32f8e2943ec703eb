import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, dataOf } from './client';
import type { components } from './openapi';
import { Problem } from './problem';

type Schemas = components['schemas'];
export type Link = Schemas['Link'];
export type LinkAt = Schemas['LinkAt'];
export type LinkStatus = Schemas['LinkStatus'];
export type ApiKey = Schemas['ApiKey'];
export type Analytics = Schemas['Analytics'];
export type HistoryEntry = Schemas['HistoryEntry'];
export type ApiKeyHistoryEntry = Schemas['ApiKeyHistoryEntry'];
export type Actor = Schemas['Actor'];
export type Role = Schemas['Role'];
export type Member = Schemas['Member'];

/** Requests count against the limit of the workspace, so nothing is asked twice within half a minute. */
export const STALE_MS = 30_000;
const RETRIES = 2;

/** Whether a repeat may help: not within a limit, and not for what was refused. */
export const mayRetry = (failures: number, error: Error): boolean =>
  failures < RETRIES && error instanceof Problem && (error.status === 0 || error.status >= 500);

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => dataOf(api.GET('/v1/auth/me', { signal })),
  staleTime: 300_000,
});

export const useMe = () => useQuery(meQuery);

export const tagsQuery = queryOptions({
  queryKey: ['tags'],
  queryFn: async ({ signal }) =>
    (await dataOf(api.GET('/v1/tags', { params: { query: { limit: 100 } }, signal }))).data,
});

export const domainsQuery = queryOptions({
  queryKey: ['domains'],
  queryFn: async ({ signal }) =>
    (await dataOf(api.GET('/v1/domains', { params: { query: { limit: 100, status: 'verified' } }, signal }))).data,
});

/** Where a link is made that names no domain. */
export const defaultHost = (domains: readonly { readonly hostname: string; readonly is_primary: boolean }[]): string =>
  domains.find(({ is_primary }) => is_primary)?.hostname ?? location.host;

/** Those who joined first come first. @param page from 1 */
export const membersQuery = (page: number) =>
  queryOptions({
    queryKey: ['members', page] as const,
    queryFn: ({ signal }) =>
      dataOf(api.GET('/v1/workspace/members', { params: { query: { page, limit: 100 } }, signal })),
  });

const WRITERS: readonly Role[] = ['owner', 'member'];

/** Why the signed-in person may not write; undefined if they may, or as long as it is not known. */
export const useWriteRefusal = (): string | undefined => {
  const { data } = useMe();
  return data?.role && !WRITERS.includes(data.role)
    ? 'You may look at this workspace, but not change it. An owner can change your role.'
    : undefined;
};

/** Why the signed-in person may not change the workspace and its members. */
export const useOwnerRefusal = (): string | undefined => {
  const { data } = useMe();
  return data?.role && data.role !== 'owner' ? 'Only an owner of the workspace can do this.' : undefined;
};
