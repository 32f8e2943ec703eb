import { infiniteQueryOptions, type InfiniteData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type Answered, answer, api, dataOf } from '../../api/client';
import type { components } from '../../api/openapi';
import { newest } from '../history/newest';

type Schemas = components['schemas'];
export type Webhook = Schemas['Webhook'];
export type WebhookStatus = Schemas['WebhookStatus'];
export type WebhookWithSecret = Schemas['WebhookWithSecret'];
export type WebhookCreate = Schemas['WebhookCreate'];
export type WebhookUpdate = Schemas['WebhookUpdate'];
export type Delivery = Schemas['WebhookDelivery'];
export type DeliveryStatus = Schemas['WebhookDeliveryStatus'];
export type DeliveryDetail = Schemas['WebhookDeliveryDetail'];
export type Attempt = Schemas['WebhookAttempt'];
export type ReplayCreate = Schemas['WebhookReplayCreate'];
type DeliveryPage = Schemas['WebhookDeliveryList'];

/** All of them: a workspace has few. */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => dataOf(api.GET('/v1/webhooks', { params: { query: { limit: 100 } }, signal })),
});

export const readWebhook = (id: string, signal?: AbortSignal): Promise<Answered<Webhook>> =>
  answer(api.GET('/v1/webhooks/{id}', { params: { path: { id } }, ...(signal && { signal }) }));

/** With its ETag, which an edit needs. */
export const webhookQuery = (id: string) =>
  queryOptions({ queryKey: ['webhook', id] as const, queryFn: ({ signal }) => readWebhook(id, signal) });

export const webhookHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhook-history', id] as const,
    queryFn: ({ signal }) =>
      newest((query) => dataOf(api.GET('/v1/webhooks/{id}/history', { params: { path: { id }, query }, signal }))),
  });

/** Which deliveries are shown, under the names that the API has for it. */
export interface DeliveryFilter {
  readonly status?: DeliveryStatus;
  readonly event_type?: string;
  readonly from?: string;
  readonly to?: string;
}

const DELIVERIES = 25;

/** Pages by position, so that new deliveries shift nothing. */
export const deliveriesQuery = (id: string, filter: DeliveryFilter) =>
  infiniteQueryOptions({
    queryKey: ['deliveries', id, filter] as const,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      dataOf(
        api.GET('/v1/webhooks/{id}/deliveries', {
          params: { path: { id }, query: { ...filter, limit: DELIVERIES, cursor: pageParam } },
          signal,
        }),
      ),
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
  });

/** Asks for the first page again, and only for that. */
export const refreshDeliveries = async (queries: QueryClient, id: string): Promise<void> => {
  queries.setQueriesData<InfiniteData<DeliveryPage, string>>(
    { queryKey: ['deliveries', id] },
    (known) => known && { pages: known.pages.slice(0, 1), pageParams: known.pageParams.slice(0, 1) },
  );
  await queries.invalidateQueries({ queryKey: ['deliveries', id] });
};

export const deliveryQuery = (id: string, delivery: string) =>
  queryOptions({
    queryKey: ['delivery', id, delivery] as const,
    queryFn: ({ signal }): Promise<DeliveryDetail> =>
      dataOf(
        api.GET('/v1/webhooks/{id}/deliveries/{delivery_id}', {
          params: { path: { id, delivery_id: delivery } },
          signal,
        }),
      ),
  });

/** An answer that holds the webhook is the webhook as it is now. */
export const keepWebhook = (queries: QueryClient, { data, etag, pending }: Answered<Webhook>): void => {
  const { secret: _secret, ...webhook } = data as Webhook & { readonly secret?: string };
  queries.setQueryData(webhookQuery(webhook.id).queryKey, { data: webhook, etag, pending });
  void queries.invalidateQueries({ queryKey: ['webhooks'] });
  void queries.invalidateQueries({ queryKey: ['webhook-history', webhook.id] });
};

/** Errors are written to follow the name of the endpoint: `could not be reached`. */
export const whyOf = (error: string | null | undefined): string =>
  error == null ? 'No answer' : `The endpoint ${error}.`;
