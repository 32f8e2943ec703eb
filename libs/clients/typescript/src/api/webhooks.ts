// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

import type { Answered, ConditionalOptions, Core, Pages, RequestOptions, WriteOptions } from '../core/types.js';
import type { WebhookDeliveryStatus, WebhookStatus } from './enums.js';
import type {
  History,
  HistoryEntry,
  Webhook,
  WebhookCreate,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryList,
  WebhookList,
  WebhookReplay,
  WebhookReplayCreate,
  WebhookUpdate,
  WebhookWithSecret,
} from './models.js';
import { operations } from './operations.js';

/** Query of `webhooks.list`. */
export interface WebhooksListQuery {
  /** Number of the page, from 1. Example: `1` */
  page?: number | null | undefined;
  /** Entries of a page at most. Example: `25` */
  limit?: number | null | undefined;
  /** Webhooks with this status alone. Example: `"active"` */
  status?: WebhookStatus | null | undefined;
}

/** Query of `webhooks.get`. */
export interface WebhooksGetQuery {
  /**
   * Returns the state at this instant, without counters and usage: 404 before the creation, 400 in the future.
   * Example: `"2026-11-21T08:00:00Z"`
   */
  as_of?: string | null | undefined;
}

/** Query of `webhooks.history`. */
export interface WebhooksHistoryQuery {
  /** Number of the page, from 1. Example: `1` */
  page?: number | null | undefined;
  /** Entries of a page at most. Example: `25` */
  limit?: number | null | undefined;
}

/** Query of `webhooks.deliveries`. */
export interface WebhooksDeliveriesQuery {
  /** Number of the page, from 1. Example: `1` */
  page?: number | null | undefined;
  /** Entries of a page at most. Example: `25` */
  limit?: number | null | undefined;
  /** Deliveries with this status alone. Example: `"delivered"` */
  status?: WebhookDeliveryStatus | null | undefined;
  /** Deliveries of this event alone. Example: `"link.created"` */
  event_type?: string | null | undefined;
  /** Queued at this instant or later. Example: `"2026-11-21T08:00:00Z"` */
  from?: string | null | undefined;
  /** Queued before this instant. Example: `"2026-12-24T18:00:00Z"` */
  to?: string | null | undefined;
  /**
   * Pages by position instead of number, so that new deliveries shift nothing: first empty (`cursor=`), then the
   * `meta.next_cursor` of the previous answer, until that is null; without page. Example: `""`
   */
  cursor?: string | null | undefined;
}

/** URLs of yours that receive events, and the deliveries to them. */
export class WebhooksResource {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /**
   * Create a webhook
   *
   * Events from now on are sent to its URL by POST, signed as Standard Webhooks says. The secret is only in this
   * answer and in its repeats under the same Idempotency-Key. A workspace may have 20 webhooks, disabled ones
   * included.
   */
  create(body: WebhookCreate, options?: WriteOptions): Answered<WebhookWithSecret> {
    return this.#core.json(operations['webhooks.create'], { body }, options);
  }

  /**
   * List webhooks
   *
   * The newest first.
   */
  list(query?: WebhooksListQuery, options?: RequestOptions): Pages<Webhook, WebhookList> {
    return this.#core.page(operations['webhooks.list'], { query }, options);
  }

  /**
   * Get a webhook
   *
   * The webhook as it is, or as it was at an instant. Never its secret.
   *
   * @param id Id of the webhook.
   */
  get(id: string, query?: WebhooksGetQuery, options?: RequestOptions): Answered<Webhook> {
    return this.#core.json(operations['webhooks.get'], { path: [id], query }, options);
  }

  /**
   * Change a webhook
   *
   * Absent fields are unchanged; null clears a field, also within `filters`. Deliveries under way go to the new
   * URL. `active: false` pauses, and does not enable a disabled webhook again when it is taken back.
   *
   * @param id Id of the webhook.
   */
  update(id: string, body: WebhookUpdate, options?: ConditionalOptions): Answered<Webhook> {
    return this.#core.json(operations['webhooks.update'], { path: [id], body }, options);
  }

  /**
   * Delete a webhook
   *
   * Nothing more is sent to it. Its secret is deleted. The log of its deliveries cannot be read any more, and is
   * erased with those of others, 30 to 61 days after each delivery.
   *
   * @param id Id of the webhook.
   */
  delete(id: string, options?: ConditionalOptions): Answered<null> {
    return this.#core.none(operations['webhooks.delete'], { path: [id] }, options);
  }

  /**
   * History of a webhook
   *
   * The changes of the webhook, oldest first; also of a deleted one. Never a secret.
   *
   * @param id Id of the webhook.
   */
  history(id: string, query?: WebhooksHistoryQuery, options?: RequestOptions): Pages<HistoryEntry, History> {
    return this.#core.page(operations['webhooks.history'], { path: [id], query }, options);
  }

  /**
   * Enable a webhook
   *
   * One that is disabled or paused gets events again, from now on. What it missed can be fetched by a replay. A
   * repeat changes nothing.
   *
   * @param id Id of the webhook.
   */
  enable(id: string, options?: ConditionalOptions): Answered<Webhook> {
    return this.#core.json(operations['webhooks.enable'], { path: [id] }, options);
  }

  /**
   * Rotate the secret of a webhook
   *
   * For 24 hours deliveries are signed with the new secret and with the former one. The secret is only in this
   * answer and in its repeats under the same Idempotency-Key.
   *
   * @param id Id of the webhook.
   */
  rotateSecret(id: string, options?: ConditionalOptions): Answered<WebhookWithSecret> {
    return this.#core.json(operations['webhooks.rotateSecret'], { path: [id] }, options);
  }

  /**
   * List the deliveries of a webhook
   *
   * Of the last 30 days, the newest first.
   *
   * @param id Id of the webhook.
   */
  deliveries(
    id: string,
    query?: WebhooksDeliveriesQuery,
    options?: RequestOptions,
  ): Pages<WebhookDelivery, WebhookDeliveryList> {
    return this.#core.page(operations['webhooks.deliveries'], { path: [id], query }, options);
  }

  /**
   * Get a delivery of a webhook
   *
   * With what was sent, and every attempt.
   *
   * @param id Id of the webhook. @param deliveryId Id of the delivery.
   */
  delivery(id: string, deliveryId: string, options?: RequestOptions): Answered<WebhookDeliveryDetail> {
    return this.#core.json(operations['webhooks.delivery'], { path: [id, deliveryId] }, options);
  }

  /**
   * Retry a delivery of a webhook
   *
   * It is due at once and begins its schedule anew, also if it was delivered. The body is the same, and so is its
   * id.
   *
   * @param id Id of the webhook. @param deliveryId Id of the delivery.
   */
  retryDelivery(id: string, deliveryId: string, options?: WriteOptions): Answered<WebhookDelivery> {
    return this.#core.json(operations['webhooks.retryDelivery'], { path: [id, deliveryId] }, options);
  }

  /**
   * Test a webhook
   *
   * Sends a `ping`, whatever the webhook subscribes to; also while it is paused or disabled.
   *
   * @param id Id of the webhook.
   */
  test(id: string, options?: WriteOptions): Answered<WebhookDelivery> {
    return this.#core.json(operations['webhooks.test'], { path: [id] }, options);
  }

  /**
   * Replay events to a webhook
   *
   * Sends the events of a window again that pass the filters of the webhook: with their ids, types, revisions and
   * data, in their order, and behind everything that is live. Clicks come from analytics: each `link.clicked` has
   * its id, and those of `link.clicks` are collected anew. Of a disabled webhook: 409.
   *
   * @param id Id of the webhook.
   */
  replay(id: string, body: WebhookReplayCreate, options?: WriteOptions): Answered<WebhookReplay> {
    return this.#core.json(operations['webhooks.replay'], { path: [id], body }, options);
  }
}
