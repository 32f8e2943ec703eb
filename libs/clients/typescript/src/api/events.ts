// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

import type { Core, Pages, RequestOptions } from '../core/types.js';
import type { WorkspaceEvent, WorkspaceEventList } from './models.js';
import { operations } from './operations.js';

/** Query of `events.list`. */
export interface EventsListQuery {
  /**
   * Id of the user or key that caused it; or all of a kind: `user`, `api_key` or `system`. Example:
   * `"usr_01jd6q0000000000000000000b"`
   */
  actor?: string | null | undefined;
  /** Names of events, and patterns, as webhooks have them. Example: `["link.*"]` */
  type?: readonly string[] | null | undefined;
  /** Id of the request that caused it. Example: `"req_01jdb0q5v9m2t7x4c8k3n6r1ws"` */
  request_id?: string | null | undefined;
  /** From this instant on. Example: `"2026-11-01T00:00:00Z"` */
  from?: string | null | undefined;
  /** Until just before this instant. Example: `"2026-12-01T00:00:00Z"` */
  to?: string | null | undefined;
  /** Entries of a page at most. Example: `25` */
  limit?: number | null | undefined;
  /**
   * First empty (`cursor=`) or absent, then the `meta.next_cursor` of the previous page, with an otherwise
   * unchanged query. Example: `""`
   */
  cursor?: string | null | undefined;
}

/** What happened in the workspace, and who or what caused it. */
export class EventsResource {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /**
   * List what happened in the workspace
   *
   * The changes of links, keys, campaigns, domains, QR codes and webhooks, newest first, as their histories have
   * them. Pages by cursor: new events do not shift pages. Clicks are no events of this list.
   */
  list(query?: EventsListQuery, options?: RequestOptions): Pages<WorkspaceEvent, WorkspaceEventList> {
    return this.#core.page(operations['events.list'], { query }, options);
  }
}
