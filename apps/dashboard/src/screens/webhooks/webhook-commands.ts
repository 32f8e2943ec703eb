import { type Answered, answer, api, dataOf } from '../../api/client';
import { newUuid } from '../../api/idempotency';
import type {
  Delivery,
  ReplayCreate,
  Webhook,
  WebhookCreate,
  WebhookUpdate,
  WebhookWithSecret,
} from './webhook-queries';

const once = (key: string = newUuid()): { readonly 'Idempotency-Key': string } => ({
  'Idempotency-Key': key,
});
const of = (id: string) => ({ params: { path: { id }, header: once() } });

export const createWebhook = (body: WebhookCreate, key: string): Promise<Answered<WebhookWithSecret>> =>
  answer(api.POST('/v1/webhooks', { body, params: { header: once(key) } }));

/** @param etag of the webhook that was edited; null: whatever it is like now */
export const updateWebhook = (id: string, body: WebhookUpdate, etag: string | null): Promise<Answered<Webhook>> =>
  answer(
    api.PATCH('/v1/webhooks/{id}', {
      params: { path: { id }, header: { ...once(), ...(etag && { 'If-Match': etag }) } },
      body,
    }),
  );

export const pauseWebhook = (id: string): Promise<Answered<Webhook>> => updateWebhook(id, { active: false }, null);

/** Ends a pause as well as what Waymark has disabled. */
export const enableWebhook = (id: string): Promise<Answered<Webhook>> =>
  answer(api.POST('/v1/webhooks/{id}/enable', of(id)));

export const rotateSecret = (id: string): Promise<Answered<WebhookWithSecret>> =>
  answer(api.POST('/v1/webhooks/{id}/rotate-secret', of(id)));

export const deleteWebhook = (id: string): Promise<unknown> => answer(api.DELETE('/v1/webhooks/{id}', of(id)));

export const testWebhook = (id: string): Promise<Delivery> => dataOf(api.POST('/v1/webhooks/{id}/test', of(id)));

export const retryDelivery = (id: string, delivery: string): Promise<Delivery> =>
  dataOf(
    api.POST('/v1/webhooks/{id}/deliveries/{delivery_id}/retry', {
      params: { path: { id, delivery_id: delivery }, header: once() },
    }),
  );

export const replay = (id: string, body: ReplayCreate, key: string) =>
  dataOf(api.POST('/v1/webhooks/{id}/replay', { params: { path: { id }, header: once(key) }, body }));
