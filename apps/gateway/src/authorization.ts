import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authorization, Authorizer, Credential, Lease, StoredAnswer } from '@platform/read-store';
import {
  type Endpoint,
  HttpProblem,
  hashToken,
  insufficientScope,
  invalid,
  parseToken,
  rateLimitHeaders,
  rateLimited,
  readCredential,
  unauthorized,
} from '@platform/http';
import type { KeyUsage } from './api-keys/key-usage';
import type { AccessTokens } from './auth/access-tokens';
import type { Caller } from './caller';
import type { UnknownCredentials } from './unknown-credentials';

/** What stands under a request's Idempotency-Key: an answer to repeat, or the right to give it. */
export type Repeat =
  | { readonly kind: 'stored'; readonly answer: StoredAnswer }
  | { readonly kind: 'ours'; readonly lease: Lease; readonly bodyHash: Buffer | null };

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; null on public routes. */
    caller: Caller | null;
    /** Null without an Idempotency-Key. */
    repeat: Repeat | null;
  }
}

interface Dependencies {
  readonly authorizer: Authorizer;
  readonly accessTokens: AccessTokens;
  /** For the HMAC of keys. */
  readonly pepper: string;
  readonly unknown: UnknownCredentials;
  readonly usage: KeyUsage;
}

const REPEATABLE = new Set(['POST', 'PATCH']);
const LONGEST_KEY = 255;
const REQUIRED_SCOPE = { read: 'Read', write: 'Read + Write', keys: 'Read + Write', owner: 'owner' } as const;

/** Judges a request before its body is read: credential, rate limit, scope, idempotency, in one round trip. */
export const authorization = ({ authorizer, accessTokens, pepper, unknown, usage }: Dependencies) => {
  const credentialOf = async (request: FastifyRequest): Promise<Credential> => {
    const credential = readCredential(request);
    if (credential.kind === 'none') throw unauthorized('missing_credentials');
    // Only a bearer value may be a token: an empty or repeated X-API-Key or api_key is a wrong key.
    if (credential.kind === 'key' || credential.via !== 'authorization') {
      if (!parseToken(credential.value)) throw refusal(request);
      return { kind: 'key', hash: hashToken(credential.value, pepper) };
    }
    const verified =
      credential.kind === 'jwt' ? await accessTokens.verify(credential.value) : { ok: false as const, expired: false };
    if (!verified.ok) throw verified.expired ? unauthorized('token_expired') : refusal(request, 'invalid_token');
    return { kind: 'session', ...verified.claims };
  };

  /** The no to a credential nobody knows; after too many from one address, a request to wait. */
  const refusal = (
    request: FastifyRequest,
    code: 'invalid_api_key' | 'invalid_token' = 'invalid_api_key',
  ): HttpProblem => {
    const wait = unknown.count(request.ip);
    return wait > 0 ? rateLimited(wait) : unauthorized(code);
  };

  return async (request: FastifyRequest, endpoint: Endpoint, reply: FastifyReply): Promise<void> => {
    if (endpoint.scope === 'public') return;
    const credential = await credentialOf(request);
    const idempotency = idempotencyOf(request);
    const judged = await authorizer.authorize({
      credential,
      required: endpoint.scope,
      ...(idempotency && { idempotency }),
    });
    if ('subject' in judged) {
      const { workspaceId, actor } = judged.subject;
      request.workspaceId = workspaceId;
      if (actor.type === 'api_key') usage.count(actor.id, workspaceId, judged.at);
    }
    if ('rate' in judged && judged.rate) reply.headers(rateHeaders(judged.rate, judged.at));
    switch (judged.outcome) {
      case 'ok':
        return admit(request, judged, credential);
      case 'rate_limited':
        throw rateLimited(judged.retryAfterMs / 1000);
      case 'insufficient_scope':
        throw insufficientScope(REQUIRED_SCOPE[endpoint.scope]);
      case 'expired':
        throw unauthorized(credential.kind === 'key' ? 'api_key_expired' : 'token_expired');
      case 'revoked':
      case 'grace_over':
        throw unauthorized(credential.kind === 'key' ? 'api_key_revoked' : 'invalid_token');
      case 'unknown':
        throw refusal(request, credential.kind === 'key' ? 'invalid_api_key' : 'invalid_token');
    }
  };
};

type Admitted = Extract<Authorization, { outcome: 'ok' }>;

const admit = (
  request: FastifyRequest,
  { subject, commandId, idempotency, at }: Admitted,
  credential: Credential,
): void => {
  const tooLong = request.headers['idempotency-key'];
  if (REPEATABLE.has(request.method) && tooLong !== undefined && !idempotencyOf(request)) {
    throw invalid('header.Idempotency-Key', `must be 1 to ${LONGEST_KEY} visible ASCII characters, given once`);
  }
  request.caller = {
    subject,
    requestId: request.id,
    commandId,
    firstAttempt: idempotency.state !== 'taken_over',
    now: at,
    ...(credential.kind === 'session' && { sessionId: credential.sessionId }),
  };
  if (idempotency.state === 'in_progress') {
    throw new HttpProblem('idempotency_in_progress', undefined, { 'retry-after': '1' });
  }
  if (idempotency.state === 'stored') request.repeat = { kind: 'stored', answer: idempotency.answer };
  if ('lease' in idempotency) request.repeat = { kind: 'ours', lease: idempotency.lease, bodyHash: null };
};

const idempotencyOf = (request: FastifyRequest): { route: string; key: string } | undefined => {
  const key = request.headers['idempotency-key'];
  if (
    !REPEATABLE.has(request.method) ||
    typeof key !== 'string' ||
    key.length > LONGEST_KEY ||
    !/^[\x21-\x7e]+$/.test(key)
  )
    return undefined;
  return { route: `${request.method} ${request.routeOptions.url}`, key };
};

const rateHeaders = (
  { limit, remaining, resetAt }: { limit: number; remaining: number; resetAt: string },
  at: string,
) => rateLimitHeaders({ limit, remaining, resetAt: Date.parse(resetAt), now: Date.parse(at) });
