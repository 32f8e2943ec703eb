// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

import type { Answered, Core, RequestOptions } from '../core/types.js';
import type { ErrorCode } from './models.js';
import { operations } from './operations.js';

/** The documentation of error codes. */
export class ErrorsResource {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /**
   * What an error code means
   *
   * The `type` of a failure leads here. Browsers, whose `Accept` has `text/html`, get a page.
   *
   * @param code The `code` of a failure.
   */
  get(code: string, options?: RequestOptions): Answered<ErrorCode> {
    return this.#core.json(operations['errors.get'], { path: [code] }, options);
  }
}
