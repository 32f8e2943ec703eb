import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { HttpProblem, HttpResponse } from '@platform/http';
import { ACCESS_TOKEN_SECONDS, AccessTokens } from './access-tokens';
import type { Account } from './accounts';
import { SessionCookie, type Transport } from './session-cookie';
import type { OpenedSession } from './sessions';

/** The answer of every route that opens or continues a session. */
@Injectable()
export class TokenAnswers {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly cookie: SessionCookie,
  ) {}

  /**
   * @param transport where the refresh token goes
   * @throws HttpProblem invalid_credentials when no session was opened
   */
  async of(
    account: Account,
    opened: OpenedSession | null,
    transport: Transport,
    request: FastifyRequest,
  ): Promise<HttpResponse> {
    if (!opened) throw new HttpProblem('invalid_credentials');
    const { session, refreshToken } = opened;
    const claims = { userId: account.user.id, sessionId: session.id, workspaceId: session.workspace_id };
    const inBody = transport === 'body';
    const tokens = {
      access_token: await this.tokens.sign(claims),
      token_type: 'Bearer',
      expires_in: ACCESS_TOKEN_SECONDS,
      refresh_token: inBody ? refreshToken : null,
    };
    const record = { user: presentUser(account), workspace: presentAccountWorkspace(account) };
    const headers = {
      'cache-control': 'no-store',
      ...(!inBody && { 'set-cookie': this.cookie.holding(refreshToken, request) }),
    };
    return new HttpResponse({ ...tokens, ...record }, { headers });
  }
}

/** Null when it is deleted. */
export const presentAccountWorkspace = ({ workspace, deleted }: Account) => (deleted ? null : workspace);

export const presentUser = ({ user }: Account) => ({
  id: user.id,
  email: user.email,
  name: user.name,
  created_at: user.created_at,
});
