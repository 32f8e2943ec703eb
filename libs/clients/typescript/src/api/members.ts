// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

import type { Answered, ConditionalOptions, Core, Pages, RequestOptions } from '../core/types.js';
import type { Member, MemberList, MemberUpdate } from './models.js';
import { operations } from './operations.js';

/** Query of `members.list`. */
export interface MembersListQuery {
  /** Number of the page, from 1. Example: `1` */
  page?: number | null | undefined;
  /** Entries of a page at most. Example: `25` */
  limit?: number | null | undefined;
}

/** The users of the workspace and their roles. */
export class MembersResource {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /**
   * List members
   *
   * Those who joined first come first.
   */
  list(query?: MembersListQuery, options?: RequestOptions): Pages<Member, MemberList> {
    return this.#core.page(operations['members.list'], { query }, options);
  }

  /**
   * Get a member
   *
   * The user and their role.
   *
   * @param id Id of the user.
   */
  get(id: string, options?: RequestOptions): Answered<Member> {
    return this.#core.json(operations['members.get'], { path: [id] }, options);
  }

  /**
   * Change a member's role
   *
   * Applies from their next request on. The last owner cannot be changed.
   *
   * @param id Id of the user.
   */
  update(id: string, body: MemberUpdate, options?: ConditionalOptions): Answered<Member> {
    return this.#core.json(operations['members.update'], { path: [id], body }, options);
  }

  /**
   * Remove a member
   *
   * Ends their sessions in this workspace at once. API keys that they created belong to the workspace and stay. An
   * account that has no other workspace is deleted; an invitation makes it anew. The last owner cannot be removed.
   *
   * @param id Id of the user.
   */
  delete(id: string, options?: ConditionalOptions): Answered<null> {
    return this.#core.none(operations['members.delete'], { path: [id] }, options);
  }
}
