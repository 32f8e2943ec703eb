// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

import type { Answered, Core, WriteOptions } from '../core/types.js';
import type { ShortUrl, UrlCreate } from './models.js';
import { operations } from './operations.js';

/** Shortens a URL in one step, with the fields in camelCase. */
export class UrlsResource {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /**
   * Shorten a URL
   *
   * Creates a link with a random alias. It is a link like any other: `Location` leads to its record.
   */
  create(body: UrlCreate, options?: WriteOptions): Answered<ShortUrl> {
    return this.#core.json(operations['urls.create'], { body }, options);
  }
}
