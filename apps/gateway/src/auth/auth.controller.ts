import { Controller, Delete, Get, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Endpoint, HttpResponse, ValidBody, found, invalid, notFound, rateLimited, unauthorized } from '@platform/http';
import { presentKey } from '../api-keys/api-key.presenter';
import { KeyQueries } from '../api-keys/api-key.queries';
import { type Caller, CurrentCaller } from '../caller';
import { type Attempt, CurrentAttempt } from '../idempotency';
import { MinuteLimit } from '../minute-limit';
import { UnknownCredentials } from '../unknown-credentials';
import { AccountDeletion } from './account-deletion';
import { Accounts } from './accounts';
import {
  type RegisterBody,
  changePasswordBody,
  deleteAccountBody,
  loginBody,
  optionsRecord,
  refreshBody,
  registerBody,
  signupRecord,
  switchBody,
  switchedRecord,
  tokensRecord,
  whoRecord,
} from './auth.schemas';
import { Clients } from './clients';
import { Login } from './login';
import { Registration, SignupPolicy } from './registration';
import { SessionCookie } from './session-cookie';
import { type Refreshed, SessionStore } from './sessions';
import { presentUser, presentAccountWorkspace, TokenAnswers } from './token-answers';

const REFUSED = {
  unknown: 'invalid_token',
  ended: 'invalid_token',
  expired: 'token_expired',
  rotated: 'token_rotated',
} as const satisfies Record<Exclude<Refreshed['kind'], 'refreshed' | 'limited'>, string>;

/** Sessions of a user that log-ins and switches open in a minute, at each gateway: each is a row for weeks. */
const MOST_SESSIONS = 30;

@Controller('v1/auth')
export class AuthController {
  private readonly opened = new MinuteLimit(MOST_SESSIONS);

  constructor(
    private readonly registration: Registration,
    private readonly login_: Login,
    private readonly accounts: Accounts,
    private readonly deletion: AccountDeletion,
    private readonly sessions: SessionStore,
    private readonly answers: TokenAnswers,
    private readonly signup: SignupPolicy,
    private readonly keys: KeyQueries,
    private readonly clients: Clients,
    private readonly cookie: SessionCookie,
    private readonly unknown: UnknownCredentials,
  ) {}

  @Get('options')
  @Endpoint({
    id: 'auth.options',
    summary: 'How to get an account',
    description: 'Where sign-up is closed, by an invitation alone.',
    scope: 'public',
    responses: { 200: optionsRecord },
  })
  options() {
    return { signup: this.signup.open ? 'open' : 'closed' };
  }

  @Post('register')
  @Endpoint({
    id: 'auth.register',
    summary: 'Register a user and a workspace',
    description:
      'Where the server sends no mail, the account is made and logged in: 201, or 409 for an address that has one. ' +
      'Where it does, the answer is a 202 for every address, and the address gets a mail: with a token for `POST ' +
      '/v1/auth/accept`, which makes the account, or saying that it has one.',
    scope: 'public',
    body: registerBody,
    responses: { 201: tokensRecord, 202: signupRecord },
    errors: ['signup_closed', 'conflict', 'rate_limited'],
  })
  async register(@ValidBody() body: RegisterBody, @Req() request: FastifyRequest) {
    const client = this.clients.of(request);
    if (this.registration.byMail)
      return new HttpResponse(await this.registration.request(body, client), { status: 202 });
    const account = await this.registration.register(body, request.id, client);
    const opened = await this.sessions.open(account.user.id, account.workspace.id);
    return this.answers.of(account, opened, body.transport, request);
  }

  @Post('login')
  @Endpoint({
    id: 'auth.login',
    summary: 'Log in',
    description:
      'Opens the workspace that the user joined first; `POST /v1/auth/switch` opens others. ' +
      '`workspace` is null for a user whose workspaces are all deleted. 30 a minute of a user, with switches.',
    scope: 'public',
    body: loginBody,
    responses: { 200: tokensRecord },
    errors: ['invalid_credentials', 'rate_limited'],
  })
  async login(@ValidBody() body: z.infer<typeof loginBody>, @Req() request: FastifyRequest) {
    const { account, passwordHash } = await this.login_.verify(body, this.clients.of(request));
    this.demandTurn(account.user.id);
    const opened = await this.sessions.open(account.user.id, account.workspace.id, { passwordHash });
    return this.answers.of(account, opened, body.transport, request);
  }

  @Post('refresh')
  @Endpoint({
    id: 'auth.refresh',
    summary: 'Exchange a refresh token for new tokens',
    description:
      'A refresh token works once. Within 30 seconds it may be sent again, as after a lost answer: it gets the same ' +
      'next one, or `token_rotated` once that one has been used, too; the tokens of the newer answer stay valid. After ' +
      'that, using it again ends its session. Without `refresh_token` the cookie is read, from a page of our own origin ' +
      'alone, and the answer sets the next one. 30 a minute of a user.',
    scope: 'public',
    body: refreshBody,
    responses: { 200: tokensRecord },
    errors: ['invalid_token', 'token_expired', 'token_rotated', 'foreign_origin', 'rate_limited'],
  })
  async refresh(@ValidBody() body: z.infer<typeof refreshBody>, @Req() request: FastifyRequest) {
    const token = body?.refresh_token ?? this.cookie.read(request);
    if (token === null) throw invalid('body.refresh_token', 'is required where no cookie has it');
    const refreshed = await this.sessions.refresh(token);
    if (refreshed.kind === 'limited') throw rateLimited(refreshed.waitSeconds);
    if (refreshed.kind !== 'refreshed') {
      const refusal = unauthorized(REFUSED[refreshed.kind]);
      throw refreshed.kind === 'unknown' ? this.unknown.refusalOf(request.ip, refusal) : refusal;
    }
    const account = await this.accounts.find(refreshed.session.user_id, refreshed.session.workspace_id);
    if (!account) throw unauthorized('invalid_token');
    return this.answers.of(account, refreshed, body?.refresh_token === undefined ? 'cookie' : 'body', request);
  }

  @Post('logout')
  @Endpoint({
    id: 'auth.logout',
    summary: 'End the session',
    description:
      'Ends those that were opened from it by `POST /v1/auth/switch`, and takes the cookie from the browser, too. With an ' +
      'API key there is no session, and nothing changes.',
    scope: 'read',
    cost: 0,
    afterDeletion: true,
    responses: { 204: 'Ended.' },
  })
  async logout(@CurrentCaller() { sessionId }: Caller, @Req() request: FastifyRequest) {
    if (!sessionId) return undefined;
    await this.sessions.revoke(sessionId);
    return new HttpResponse(undefined, { headers: { 'set-cookie': this.cookie.cleared(request) } });
  }

  @Post('switch')
  @Endpoint({
    id: 'auth.switch',
    summary: 'Switch to another workspace of the user',
    description:
      'Opens a session there and keeps the current one. 30 a minute of a user, with log-ins. An API key belongs to one ' +
      'workspace: 404.',
    scope: 'read',
    afterDeletion: true,
    body: switchBody,
    responses: { 200: switchedRecord },
    errors: ['not_found', 'rate_limited'],
  })
  async switch(
    @ValidBody() { workspace_id, transport }: z.infer<typeof switchBody>,
    @CurrentCaller() { subject, sessionId }: Caller,
    @Req() request: FastifyRequest,
  ) {
    const account = found(sessionId ? await this.accounts.find(subject.actor.id, workspace_id) : null);
    if (account.deleted) throw notFound();
    this.demandTurn(account.user.id);
    const opened = await this.sessions.open(account.user.id, account.workspace.id, { sessionId });
    if (!opened) throw unauthorized('invalid_token');
    return this.answers.of(account, opened, transport, request);
  }

  @Post('password')
  @Endpoint({
    id: 'auth.changePassword',
    summary: 'Change the password',
    description: 'Changes the password of the logged-in user, and ends their other sessions in every workspace.',
    scope: 'read',
    cost: 0,
    afterDeletion: true,
    body: changePasswordBody,
    responses: { 204: 'Changed.' },
    errors: ['not_found', 'rate_limited'],
  })
  async password(
    @ValidBody() body: z.infer<typeof changePasswordBody>,
    @CurrentCaller() { subject, sessionId }: Caller,
    @Req() request: FastifyRequest,
    @CurrentAttempt() attempt: Attempt,
  ): Promise<void> {
    if (!sessionId) throw notFound();
    const { current_password: currentPassword, new_password: newPassword } = body;
    const change = { userId: subject.actor.id, sessionId, currentPassword, newPassword, attempt };
    await this.login_.changePassword(change, this.clients.of(request));
  }

  @Get('me')
  @Endpoint({
    id: 'auth.me',
    summary: 'Get the caller',
    description:
      'The logged-in user or the API key, and the workspace. `workspace` and `role` are null once it is deleted.',
    scope: 'read',
    cost: 0,
    afterDeletion: true,
    responses: { 200: whoRecord },
    errors: ['not_found'],
  })
  async me(@CurrentCaller() { subject: { actor, workspaceId }, now }: Caller) {
    if (actor.type === 'api_key') {
      const api_key = presentKey(found(await this.keys.find(workspaceId, actor.id)), now);
      const workspace = found(await this.accounts.workspace(workspaceId));
      return { user: null, api_key, workspace, role: null, workspaces: [] };
    }
    const account = found(await this.accounts.find(actor.id, workspaceId));
    const workspaces = await this.accounts.workspacesOf(account.user.id);
    return {
      user: presentUser(account),
      api_key: null,
      workspace: presentAccountWorkspace(account),
      role: account.deleted ? null : account.role,
      workspaces,
    };
  }

  @Delete('me')
  @Endpoint({
    id: 'auth.deleteAccount',
    summary: 'Delete the account',
    description:
      'Deletes the user who is logged in, with their memberships, sessions and invitations. What the user created ' +
      'stays in its workspaces and shows only their id. The only owner of a workspace first makes another member an ' +
      'owner or deletes the workspace; otherwise the answer is a 409 that lists such workspaces in `workspaces`. A ' +
      'wrong password counts as a failed login.',
    scope: 'read',
    afterDeletion: true,
    body: deleteAccountBody,
    responses: { 204: 'Deleted.' },
    errors: ['not_found', 'invalid_credentials', 'invalid_state', 'rate_limited'],
  })
  async delete(
    @ValidBody() { password }: z.infer<typeof deleteAccountBody>,
    @CurrentCaller() { subject, sessionId }: Caller,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    if (!sessionId) throw notFound();
    await this.deletion.delete(subject.actor.id, password, this.clients.of(request));
  }

  /** @throws HttpProblem when the user has opened too many sessions */
  private demandTurn(userId: string): void {
    const waitSeconds = this.opened.count(userId);
    if (waitSeconds > 0) throw rateLimited(waitSeconds);
  }
}
