// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

import type { Answered, Core, Redirect, RequestOptions } from '../core/types.js';
import type { LinkPassword } from './models.js';
import { operations } from './operations.js';

/** Query of `redirects.follow`. */
export interface RedirectsFollowQuery {
  /** Counts the visit as a scan of a QR code. Example: `"1"` */
  qr?: '1' | (string & Record<never, never>) | null | undefined;
}

/** Query of `redirects.unlock`. */
export interface RedirectsUnlockQuery {
  /** Counts the visit as a scan of a QR code. Example: `"1"` */
  qr?: '1' | (string & Record<never, never>) | null | undefined;
}

/** Short URLs, as visitors follow them. They need no credential. */
export class RedirectsResource {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /**
   * Follow a short URL
   *
   * Redirects to the destination of the link, by the status in its `redirect_type` (302 by default), and counts a
   * click. The query of the visit is appended unless `forward_query` is false. HEAD answers alike and is not
   * counted. Failures are HTML pages where `Accept` has `text/html`. A link that is not found, or that is disabled
   * or not yet started, is a 404; one that has expired is a 410; on a domain of your own both can redirect to
   * pages of yours.
   *
   * @param alias The alias of a link, whatever its case.
   */
  follow(alias: string, query?: RedirectsFollowQuery, options?: RequestOptions): Answered<Redirect> {
    return this.#core.redirect(operations['redirects.follow'], { path: [alias], query }, options);
  }

  /**
   * Follow a short URL with a password
   *
   * Redirects to the destination of a link with a password. Wrong attempts are limited to 10 a minute for each
   * link and address, and to 100 a minute for each link. Nothing is remembered: each visit asks. A link without a
   * password, and an alias that no link has, take no POST.
   *
   * @param alias The alias of a link, whatever its case.
   */
  unlock(
    alias: string,
    body: LinkPassword,
    query?: RedirectsUnlockQuery,
    options?: RequestOptions,
  ): Answered<Redirect> {
    return this.#core.redirect(operations['redirects.unlock'], { path: [alias], query, body }, options);
  }
}
