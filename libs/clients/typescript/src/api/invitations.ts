// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

import type { Answered, ConditionalOptions, Core, Pages, RequestOptions, WriteOptions } from '../core/types.js';
import type { Invitation, InvitationCreate, InvitationList, NewInvitation } from './models.js';
import { operations } from './operations.js';

/** Query of `invitations.list`. */
export interface InvitationsListQuery {
  /** Number of the page, from 1. Example: `1` */
  page?: number | null | undefined;
  /** Entries of a page at most. Example: `25` */
  limit?: number | null | undefined;
}

/** Invitations of e-mail addresses to the workspace. */
export class InvitationsResource {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /**
   * List invitations
   *
   * Those that are pending: not accepted, withdrawn or expired. Never their tokens.
   */
  list(query?: InvitationsListQuery, options?: RequestOptions): Pages<Invitation, InvitationList> {
    return this.#core.page(operations['invitations.list'], { query }, options);
  }

  /**
   * Invite somebody
   *
   * Invites an e-mail address, whether it has an account or not. The token for `POST /v1/auth/accept` is valid for
   * seven days and for one use; nobody becomes a member before that. If the server can send mail, it mails the
   * token; otherwise it returns the token once. Another invitation of the same address replaces the pending one
   * and its token. An address that the mail server refuses is a 400, and mail that cannot be sent is a 503; nobody
   * is invited then. The invitations of an owner who leaves or is demoted are withdrawn. At most 100 can be
   * pending. In a minute a workspace mails at most 30, and an address gets at most three; more is a 429.
   */
  create(body: InvitationCreate, options?: WriteOptions): Answered<NewInvitation> {
    return this.#core.json(operations['invitations.create'], { body }, options);
  }

  /**
   * Get an invitation
   *
   * While it is pending.
   *
   * @param id Id of the invitation.
   */
  get(id: string, options?: RequestOptions): Answered<Invitation> {
    return this.#core.json(operations['invitations.get'], { path: [id] }, options);
  }

  /**
   * Withdraw an invitation
   *
   * Its token is not valid any more, and the address is deleted.
   *
   * @param id Id of the invitation.
   */
  delete(id: string, options?: ConditionalOptions): Answered<null> {
    return this.#core.none(operations['invitations.delete'], { path: [id] }, options);
  }
}
