// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

import type { Core, Pages, RequestOptions } from '../core/types.js';
import type { Tag, TagList } from './models.js';
import { operations } from './operations.js';

/** Query of `tags.list`. */
export interface TagsListQuery {
  /** Number of the page, from 1. Example: `1` */
  page?: number | null | undefined;
  /** Entries of a page at most. Example: `25` */
  limit?: number | null | undefined;
}

/** Words that links are sorted by. */
export class TagsResource {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /**
   * List tags
   *
   * Tags of links that are not deleted, most used first.
   */
  list(query?: TagsListQuery, options?: RequestOptions): Pages<Tag, TagList> {
    return this.#core.page(operations['tags.list'], { query }, options);
  }
}
