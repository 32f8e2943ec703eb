// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

import type { Answered, Core, RequestOptions, WriteOptions } from '../core/types.js';
import type {
  Accept,
  AccountDelete,
  AuthOptions,
  Login,
  Me,
  PasswordChange,
  Refresh,
  Register,
  Signup,
  Switch,
  SwitchedTokens,
  Ticket,
  TicketCreate,
  Tokens,
} from './models.js';
import { operations } from './operations.js';

/** Accounts of people: sign-up, log-in, tokens and passwords. */
export class AuthResource {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /**
   * How to get an account
   *
   * Where sign-up is closed, by an invitation alone.
   */
  options(options?: RequestOptions): Answered<AuthOptions> {
    return this.#core.json(operations['auth.options'], {}, options);
  }

  /**
   * Register a user and a workspace
   *
   * Where the server sends no mail, the account is made and logged in: 201, or 409 for an address that has one.
   * Where it does, the answer is a 202 for every address, and the address gets a mail: with a token for `POST
   * /v1/auth/accept`, which makes the account, or saying that it has one.
   */
  register(body: Register, options?: RequestOptions): Answered<Tokens | Signup> {
    return this.#core.json(operations['auth.register'], { body }, options);
  }

  /**
   * Log in
   *
   * Opens the workspace that the user joined first; `POST /v1/auth/switch` opens others. `workspace` is null for a
   * user whose workspaces are all deleted. 30 a minute of a user, with switches.
   */
  login(body: Login, options?: RequestOptions): Answered<Tokens> {
    return this.#core.json(operations['auth.login'], { body }, options);
  }

  /**
   * Exchange a refresh token for new tokens
   *
   * A refresh token works once. Within 30 seconds it may be sent again, as after a lost answer: it gets the same
   * next one, or `token_rotated` once that one has been used, too; the tokens of the newer answer stay valid.
   * After that, using it again ends its session. Without `refresh_token` the cookie is read, from a page of our
   * own origin alone, and the answer sets the next one. 30 a minute of a user.
   */
  refresh(body?: Refresh, options?: RequestOptions): Answered<Tokens> {
    return this.#core.json(operations['auth.refresh'], { body }, options);
  }

  /**
   * End the session
   *
   * Ends those that were opened from it by `POST /v1/auth/switch`, and takes the cookie from the browser, too.
   * With an API key there is no session, and nothing changes.
   */
  logout(options?: WriteOptions): Answered<null> {
    return this.#core.none(operations['auth.logout'], {}, options);
  }

  /**
   * Switch to another workspace of the user
   *
   * Opens a session there and keeps the current one. 30 a minute of a user, with log-ins. An API key belongs to
   * one workspace: 404.
   */
  switch(body: Switch, options?: WriteOptions): Answered<SwitchedTokens> {
    return this.#core.json(operations['auth.switch'], { body }, options);
  }

  /**
   * Change the password
   *
   * Changes the password of the logged-in user, and ends their other sessions in every workspace.
   */
  changePassword(body: PasswordChange, options?: WriteOptions): Answered<null> {
    return this.#core.none(operations['auth.changePassword'], { body }, options);
  }

  /**
   * Get the caller
   *
   * The logged-in user or the API key, and the workspace. `workspace` and `role` are null once it is deleted.
   */
  me(options?: RequestOptions): Answered<Me> {
    return this.#core.json(operations['auth.me'], {}, options);
  }

  /**
   * Delete the account
   *
   * Deletes the user who is logged in, with their memberships, sessions and invitations. What the user created
   * stays in its workspaces and shows only their id. The only owner of a workspace first makes another member an
   * owner or deletes the workspace; otherwise the answer is a 409 that lists such workspaces in `workspaces`. A
   * wrong password counts as a failed login.
   */
  deleteAccount(body: AccountDelete, options?: WriteOptions): Answered<null> {
    return this.#core.none(operations['auth.deleteAccount'], { body }, options);
  }

  /**
   * Get a ticket for a download
   *
   * For a link that a browser follows without the header of a credential: exports, the errors of an import, QR
   * images. The ticket opens just this path and query, by GET, for a minute and any number of times, with the
   * permissions that the caller has then.
   */
  createTicket(body: TicketCreate, options?: WriteOptions): Answered<Ticket> {
    return this.#core.json(operations['auth.createTicket'], { body }, options);
  }

  /**
   * Accept an invitation, or confirm a sign-up
   *
   * Takes the token of the invitation and opens a session in the workspace. If the address has no account,
   * `password` and `name` create one. If it has one, send its access token as `Authorization: Bearer`, or its
   * `password`; password and name stay as they are. A token that is wrong, used, withdrawn or expired is always
   * the same 400 at `body.token`. A wrong password is a 401 and counts as a failed login. The access token of
   * another account is a 409. The token of a sign-up makes its account, with the `password` that was chosen there.
   */
  accept(body: Accept, options?: WriteOptions): Answered<Tokens> {
    return this.#core.json(operations['auth.accept'], { body }, options);
  }
}
