import { type Answered, answer, dataOf, ifMatch, writes } from '../../api/client';
import type {
  Delivery,
  ReplayCreate,
  Webhook,
  WebhookCreate,
  WebhookUpdate,
  WebhookWithSecret,
} from './webhook-queries';

const of = (id: string) => ({ params: { path: { id } } });

export const createWebhook = (body: WebhookCreate): Promise<Answered<WebhookWithSecret>> =>
  answer(writes.POST('/v1/webhooks', { body }));

/** @param etag of the webhook that was edited; null: whatever it is like now */
export const updateWebhook = (id: string, body: WebhookUpdate, etag: string | null): Promise<Answered<Webhook>> =>
  answer(writes.PATCH('/v1/webhooks/{id}', { params: { path: { id }, header: ifMatch(etag) }, body }));

export const pauseWebhook = (id: string): Promise<Answered<Webhook>> => updateWebhook(id, { active: false }, null);

/** Ends a pause as well as what Waymark has disabled. */
export const enableWebhook = (id: string): Promise<Answered<Webhook>> =>
  answer(writes.POST('/v1/webhooks/{id}/enable', of(id)));

export const rotateSecret = (id: string): Promise<Answered<WebhookWithSecret>> =>
  answer(writes.POST('/v1/webhooks/{id}/rotate-secret', of(id)));

export const deleteWebhook = (id: string): Promise<Answered<unknown>> =>
  answer(writes.DELETE('/v1/webhooks/{id}', of(id)));

export const testWebhook = (id: string): Promise<Delivery> => dataOf(writes.POST('/v1/webhooks/{id}/test', of(id)));

export const retryDelivery = (id: string, delivery: string): Promise<Delivery> =>
  dataOf(
    writes.POST('/v1/webhooks/{id}/deliveries/{delivery_id}/retry', {
      params: { path: { id, delivery_id: delivery } },
    }),
  );

export const replay = (id: string, body: ReplayCreate) =>
  dataOf(writes.POST('/v1/webhooks/{id}/replay', { ...of(id), body }));
