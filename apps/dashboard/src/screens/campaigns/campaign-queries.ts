import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Answered, answer, api, dataOf, ifMatch, writes } from '../../api/client';
import type { components } from '../../api/openapi';

type Schemas = components['schemas'];
export type Campaign = Schemas['Campaign'];
export type CampaignStatus = Schemas['CampaignStatus'];
export type CampaignCreate = Schemas['CampaignCreate'];
export type CampaignUpdate = Schemas['CampaignUpdate'];

const PAGE = 50;

export const campaignsQuery = (status: CampaignStatus | undefined, page: number) =>
  queryOptions({
    queryKey: ['campaigns', status ?? null, page] as const,
    queryFn: ({ signal }) =>
      dataOf(api.GET('/v1/campaigns', { params: { query: { ...(status && { status }), page, limit: PAGE } }, signal })),
  });

/** The campaign as it is, which has its counters. */
export const readCampaign = (id: string, signal?: AbortSignal): Promise<Answered<Campaign>> =>
  answer(api.GET('/v1/campaigns/{id}', { params: { path: { id } }, ...(signal && { signal }) })) as Promise<
    Answered<Campaign>
  >;

/** With its ETag, which an edit needs. */
export const campaignQuery = (id: string) =>
  queryOptions({
    queryKey: ['campaign', id] as const,
    queryFn: ({ signal }) => readCampaign(id, signal),
  });

export const campaignHistoryQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: ['campaign-history', id, page] as const,
    queryFn: ({ signal }) =>
      dataOf(api.GET('/v1/campaigns/{id}/history', { params: { path: { id }, query: { page, limit: 100 } }, signal })),
  });

export const campaignLinksQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: ['links', 'of-campaign', id, page] as const,
    queryFn: ({ signal }) =>
      dataOf(api.GET('/v1/links', { params: { query: { campaign_id: id, page, limit: PAGE } }, signal })),
  });

/** A change of a campaign or of its links, after which whatever shows them is asked for again. */
export const useCampaignMutation = <In, Out>(
  id: string | null,
  mutationFn: (input: In) => Promise<Out>,
  onDone: (result: Out, input: In) => void,
) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (result, input) => {
      void queries.invalidateQueries({ queryKey: ['campaigns'] });
      if (id !== null) {
        void queries.invalidateQueries({ queryKey: ['campaign', id] });
        void queries.invalidateQueries({ queryKey: ['campaign-history', id] });
        void queries.invalidateQueries({ queryKey: ['links'] });
      }
      onDone(result, input);
    },
  });
};

export type Step = 'start' | 'pause' | 'resume' | 'end';

export const takeStep = (id: string, step: Step): Promise<Answered<Campaign>> => {
  const params = { path: { id } };
  switch (step) {
    case 'start':
      return answer(writes.POST('/v1/campaigns/{id}/start', { params }));
    case 'pause':
      return answer(writes.POST('/v1/campaigns/{id}/pause', { params }));
    case 'resume':
      return answer(writes.POST('/v1/campaigns/{id}/resume', { params }));
    case 'end':
      return answer(writes.POST('/v1/campaigns/{id}/end', { params }));
  }
};

export const createCampaign = (body: CampaignCreate): Promise<Answered<Campaign>> =>
  answer(writes.POST('/v1/campaigns', { body }));

export const updateCampaign = (id: string, body: CampaignUpdate, etag: string | null): Promise<Answered<Campaign>> =>
  answer(writes.PATCH('/v1/campaigns/{id}', { params: { path: { id }, header: ifMatch(etag) }, body }));

export const deleteCampaign = (id: string) => answer(writes.DELETE('/v1/campaigns/{id}', { params: { path: { id } } }));

export const addLinks = (id: string, links: readonly string[]) =>
  answer(writes.POST('/v1/campaigns/{id}/links', { params: { path: { id } }, body: { link_ids: [...links] } }));

export const removeLink = (id: string, link: string) =>
  answer(writes.DELETE('/v1/campaigns/{id}/links/{link_id}', { params: { path: { id, link_id: link } } }));
