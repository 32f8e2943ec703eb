// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

import type { Answered, ConditionalOptions, Core, Pages, RequestOptions, WriteOptions } from '../core/types.js';
import type { ApiKeyStatus } from './enums.js';
import type {
  ApiKey,
  ApiKeyAt,
  ApiKeyCreate,
  ApiKeyHistory,
  ApiKeyHistoryEntry,
  ApiKeyList,
  ApiKeyRevoke,
  ApiKeyRotate,
  ApiKeyUpdate,
  ApiKeyUsageByDay,
  CreatedApiKey,
  RotatedApiKey,
} from './models.js';
import { operations } from './operations.js';

/** Query of `apiKeys.list`. */
export interface ApiKeysListQuery {
  /** Number of the page, from 1. Example: `1` */
  page?: number | null | undefined;
  /** Entries of a page at most. Example: `25` */
  limit?: number | null | undefined;
  /** Keys with this status alone. Example: `"active"` */
  status?: ApiKeyStatus | null | undefined;
  /** Last used at least this many days ago; if never used, created that long ago. Example: `30` */
  unused_for_days?: number | null | undefined;
  /** Created at least this many days ago. Example: `90` */
  older_than_days?: number | null | undefined;
}

/** Query of `apiKeys.history`. */
export interface ApiKeysHistoryQuery {
  /** Number of the page, from 1. Example: `1` */
  page?: number | null | undefined;
  /** Entries of a page at most. Example: `25` */
  limit?: number | null | undefined;
  /** Includes every key of the rotation lineage, earlier and later ones. Example: `true` */
  lineage?: boolean | null | undefined;
}

/** Query of `apiKeys.usage`. */
export interface ApiKeysUsageQuery {
  /** How many days up to today, in UTC. Example: `"7d"` */
  range?: '7d' | '30d' | '90d' | (string & Record<never, never>) | null | undefined;
}

/** Credentials of programs: scope, rotation with 24 hours of grace, revocation. */
export class ApiKeysResource {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /**
   * Create an API key
   *
   * The key itself is only in this answer and in its repeats under the same Idempotency-Key.
   */
  create(body: ApiKeyCreate, options?: WriteOptions): Answered<CreatedApiKey> {
    return this.#core.json(operations['apiKeys.create'], { body }, options);
  }

  /**
   * List API keys
   *
   * The newest first. Keys that are revoked or have expired stay in the list.
   */
  list(query?: ApiKeysListQuery, options?: RequestOptions): Pages<ApiKey, ApiKeyList> {
    return this.#core.page(operations['apiKeys.list'], { query }, options);
  }

  /**
   * Get the API key of this request
   *
   * 404 for a request with an access token.
   */
  current(options?: RequestOptions): Answered<ApiKey> {
    return this.#core.json(operations['apiKeys.current'], {}, options);
  }

  /**
   * Get an API key
   *
   * The record never holds the key itself. It may be asked for as it was at an instant.
   *
   * @param id Id of the API key.
   */
  get(id: string, options?: RequestOptions): Answered<ApiKey> {
    return this.#core.json(operations['apiKeys.get'], { path: [id] }, options);
  }

  /**
   * Get an API key, as it was at an instant
   *
   * The record never holds the key itself. It may be asked for as it was at an instant.
   *
   * @param id Id of the API key. @param at The instant, as `2026-11-01T00:00:00Z`.
   */
  getAt(id: string, at: string, options?: RequestOptions): Answered<ApiKeyAt> {
    return this.#core.json(operations['apiKeys.get'], { path: [id], query: { as_of: at } }, options);
  }

  /**
   * Rename an API key
   *
   * Only its name can be changed.
   *
   * @param id Id of the API key.
   */
  update(id: string, body: ApiKeyUpdate, options?: ConditionalOptions): Answered<ApiKey> {
    return this.#core.json(operations['apiKeys.update'], { path: [id], body }, options);
  }

  /**
   * Revoke an API key
   *
   * In force when the answer is sent. The record stays; a repeat changes nothing.
   *
   * @param id Id of the API key.
   */
  delete(id: string, options?: ConditionalOptions): Answered<null> {
    return this.#core.none(operations['apiKeys.delete'], { path: [id] }, options);
  }

  /**
   * Rotate an API key
   *
   * Creates a new key with the same name, scope and expiration. It is only in this answer and in its repeats under
   * the same Idempotency-Key. The old key stays valid for at most 24 h.
   *
   * @param id Id of the API key.
   */
  rotate(id: string, body?: ApiKeyRotate, options?: ConditionalOptions): Answered<RotatedApiKey> {
    return this.#core.json(operations['apiKeys.rotate'], { path: [id], body }, options);
  }

  /**
   * Revoke an API key
   *
   * In force when the answer is sent. A repeat changes nothing.
   *
   * @param id Id of the API key.
   */
  revoke(id: string, body?: ApiKeyRevoke, options?: ConditionalOptions): Answered<ApiKey> {
    return this.#core.json(operations['apiKeys.revoke'], { path: [id], body }, options);
  }

  /**
   * History of an API key
   *
   * The changes of the key, or of its whole rotation lineage, oldest first.
   *
   * @param id Id of the API key.
   */
  history(id: string, query?: ApiKeysHistoryQuery, options?: RequestOptions): Pages<ApiKeyHistoryEntry, ApiKeyHistory> {
    return this.#core.page(operations['apiKeys.history'], { path: [id], query }, options);
  }

  /**
   * Requests of an API key by day
   *
   * What `request_count` counts, by UTC day, for 90 days: what was counted before an upgrade to this operation is
   * in no day.
   *
   * @param id Id of the API key.
   */
  usage(id: string, query?: ApiKeysUsageQuery, options?: RequestOptions): Answered<ApiKeyUsageByDay> {
    return this.#core.json(operations['apiKeys.usage'], { path: [id], query }, options);
  }
}
