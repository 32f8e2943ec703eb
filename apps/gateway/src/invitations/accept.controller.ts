import { Controller, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Endpoint, ValidBody } from '@platform/http';
import { tokensRecord } from '../auth/auth.schemas';
import { Clients } from '../auth/clients';
import { Registration } from '../auth/registration';
import { SessionStore } from '../auth/sessions';
import { NotAccepted } from '../auth/not-accepted';
import { isSignupToken } from '../auth/signup-tokens';
import { TokenAnswers } from '../auth/token-answers';
import { UnknownCredentials } from '../unknown-credentials';
import { Acceptance } from './acceptance';
import { type AcceptBody, acceptBody } from './invitation.schemas';

@Controller('v1/auth/accept')
export class AcceptController {
  constructor(
    private readonly acceptance: Acceptance,
    private readonly answers: TokenAnswers,
    private readonly clients: Clients,
    private readonly registration: Registration,
    private readonly sessions: SessionStore,
    private readonly unknown: UnknownCredentials,
  ) {}

  @Post()
  @Endpoint({
    id: 'auth.accept',
    summary: 'Accept an invitation, or confirm a sign-up',
    description:
      'Takes the token of the invitation and opens a session in the workspace. If the address has no account, ' +
      '`password` and `name` create one. If it has one, send its access token as `Authorization: Bearer`, or its ' +
      '`password`; password and name stay as they are. A token that is wrong, used, withdrawn or expired is always ' +
      'the same 400 at `body.token`. A wrong password is a 401 and counts as a failed login. The access token of ' +
      'another account is a 409. The token of a sign-up makes its account, with the `password` that was chosen there.',
    scope: 'public',
    credential: 'optional',
    afterDeletion: true,
    body: acceptBody,
    responses: { 200: tokensRecord },
    errors: ['invalid_credentials', 'invalid_token', 'signup_closed', 'conflict', 'rate_limited'],
  })
  async accept(@ValidBody() body: AcceptBody, @Req() request: FastifyRequest) {
    try {
      return await (isSignupToken(body.token) ? this.confirm(body, request) : this.join(body, request));
    } catch (error) {
      throw error instanceof NotAccepted ? this.unknown.refusalOf(request.ip, error) : error;
    }
  }

  private async join(body: AcceptBody, request: FastifyRequest) {
    const { account, opened } = await (request.caller
      ? this.acceptance.asUser(body, request.caller)
      : this.acceptance.byPassword(body, this.clients.of(request)));
    return this.answers.of(account, opened, body.transport, request);
  }

  private async confirm(body: AcceptBody, request: FastifyRequest) {
    const { account, passwordHash } = await this.registration.confirm(body, request.id, this.clients.of(request));
    const opened = await this.sessions.open(account.user.id, account.workspace.id, { passwordHash });
    return this.answers.of(account, opened, body.transport, request);
  }
}
