import { queryOptions } from '@tanstack/react-query';
import { type Answered, answer, api, dataOf, ifMatch, writes } from '../../api/client';
import type { components } from '../../api/openapi';
import { newest } from '../history/newest';

type Schemas = components['schemas'];
export type Domain = Schemas['Domain'];
export type DomainStatus = Schemas['DomainStatus'];
export type DomainCreate = Schemas['DomainCreate'];
export type DomainUpdate = Schemas['DomainUpdate'];

/** Of every status. Beside `['domains']`, which other screens keep: a change makes both stale. */
export const allDomainsQuery = queryOptions({
  queryKey: ['domains', 'all'],
  queryFn: ({ signal }) => dataOf(api.GET('/v1/domains', { params: { query: { limit: 100 } }, signal })),
});

export const readDomain = (id: string, signal?: AbortSignal): Promise<Answered<Domain>> =>
  answer(api.GET('/v1/domains/{id}', { params: { path: { id } }, ...(signal && { signal }) })) as Promise<
    Answered<Domain>
  >;

/** With its ETag, which an edit needs. */
export const domainQuery = (id: string) =>
  queryOptions({ queryKey: ['domain', id] as const, queryFn: ({ signal }) => readDomain(id, signal) });

export const domainHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: ['domain-history', id] as const,
    queryFn: ({ signal }) =>
      newest((query) => dataOf(api.GET('/v1/domains/{id}/history', { params: { path: { id }, query }, signal }))),
  });

/** How many links there are on it; what is deleted resolves no more anyway. */
export const linkCountQuery = (hostname: string) =>
  queryOptions({
    queryKey: ['links', 'count', hostname] as const,
    queryFn: async ({ signal }) =>
      (await dataOf(api.GET('/v1/links/count', { params: { query: { domain: hostname } }, signal }))).count,
  });

export const createDomain = (body: DomainCreate): Promise<Answered<Domain>> =>
  answer(writes.POST('/v1/domains', { body }));

/** @param etag of the domain that was edited; null: whatever it is like now */
export const updateDomain = (id: string, body: DomainUpdate, etag: string | null): Promise<Answered<Domain>> =>
  answer(writes.PATCH('/v1/domains/{id}', { params: { path: { id }, header: ifMatch(etag) }, body }));

export const verifyDomain = (id: string): Promise<Answered<Domain>> =>
  answer(writes.POST('/v1/domains/{id}/verify', { params: { path: { id } } }));

/** @param force removes it with its links, too */
export const removeDomain = (id: string, force: boolean): Promise<Answered<unknown>> =>
  answer(writes.DELETE('/v1/domains/{id}', { params: { path: { id }, query: force ? { force } : {} } }));
