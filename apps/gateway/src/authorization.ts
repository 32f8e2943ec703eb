import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type {
  Authorization,
  Authorizer,
  Confirmation,
  CredentialLookup,
  IdempotencyRequest,
  Required,
} from '@platform/read-store';
import {
  type Endpoint,
  HttpProblem,
  type PresentedCredential,
  hashToken,
  insufficientScope,
  invalid,
  parseToken,
  rateLimitHeaders,
  rateLimited,
  readCredential,
  unauthorized,
} from '@platform/http';
import { Pepper } from './api-keys/api-key.commands';
import { KeyUsage } from './api-keys/key-usage';
import { AccessTokens } from './auth/access-tokens';
import { Tickets } from './auth/tickets';
import type { Caller } from './caller';
import { IdempotencySecrets } from './idempotency-secrets';
import { MinuteLimit } from './minute-limit';
import { AUTHORIZER } from './tokens';
import { UnknownCredentials } from './unknown-credentials';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null on public routes, unless a credential is optional there and was sent. */
    caller: Caller | null;
    /** The credential of the caller. */
    credential: CredentialLookup | null;
  }
}

const REPEATABLE = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const LONGEST_KEY = 255;
const REQUIRED_SCOPE = { read: 'Read', write: 'Read + Write', keys: 'Read + Write', owner: 'owner' } as const;

type InvalidCredential = 'invalid_api_key' | 'invalid_token';
type Refused = Exclude<Authorization, { outcome: 'ok' }>;
type Refusal =
  | Pick<Extract<Refused, { outcome: 'rate_limited' }>, 'outcome' | 'retryAfterMs'>
  | Exclude<Confirmation, { outcome: 'ok' }>;

/** Milliseconds in which no other request can have taken over the lease of an Idempotency-Key, which lasts ten seconds. */
const LEASE_IS_SURE_MS = 5_000;

/** Requests of a user in a minute that take no slot of the rate limit; more do. */
const MOST_UNCOUNTED = 60;

/** Judges a request before its body is read: credential, rate limit, scope, idempotency, in one round trip. */
@Injectable()
export class RequestAuthorization {
  private readonly uncounted = new MinuteLimit(MOST_UNCOUNTED);

  constructor(
    @Inject(AUTHORIZER) private readonly authorizer: Authorizer,
    private readonly accessTokens: AccessTokens,
    private readonly tickets: Tickets,
    private readonly pepper: Pepper,
    private readonly unknown: UnknownCredentials,
    private readonly usage: KeyUsage,
    private readonly secrets: IdempotencySecrets,
  ) {}

  /** @throws HttpProblem or Rejection when the request is refused */
  async authorize(request: FastifyRequest, endpoint: Endpoint, reply: FastifyReply): Promise<void> {
    const scope = scopeOf(endpoint, request);
    if (scope === null) return;
    const { credential, expiresAt } = await this.admissionOf(request);
    const idempotencyKey = idempotencyKeyOf(request);
    const idempotency = idempotencyKey && this.idempotencyOf(request, credential, idempotencyKey);
    const judged = await this.authorizer.authorize({
      credential,
      required: requiredBy(scope, endpoint),
      uncounted: this.isUncounted(endpoint, credential),
      ...(idempotency && { idempotency }),
    });
    if ('subject' in judged) {
      const { workspaceId, actor } = judged.subject;
      request.workspaceId = workspaceId;
      if (actor.type === 'api_key') this.usage.count(actor.id, workspaceId, judged.at);
    }
    if ('rate' in judged && judged.rate) reply.headers(rateHeaders(judged.rate, judged.at));
    if (judged.outcome !== 'ok') throw this.refusalOf(judged, credential, scope, request);
    if (expiresAt !== undefined && judged.at >= expiresAt) throw unauthorized('token_expired');
    admit(request, judged, credential);
    if (idempotencyKey) this.prepareRepeat(request, judged, idempotencyKey);
    if (endpoint.byUser && credential.kind === 'key') throw insufficientScope('user');
  }

  /**
   * Makes the caller what it is now: its command is of this moment.
   * @throws HttpProblem when authorization would refuse the caller now, or another request has its Idempotency-Key
   */
  async confirm(request: FastifyRequest): Promise<void> {
    const { endpoint, credential, caller, repeat } = request;
    const scope = endpoint && scopeOf(endpoint, request);
    if (!credential || !caller || !scope) return;
    const judged = await this.authorizer.confirm({ credential, required: requiredBy(scope, endpoint) });
    if (judged.outcome !== 'ok') throw this.refusalOf(judged, credential, scope, request);
    const { subject, at } = judged;
    if (repeat?.kind === 'ours' && Date.parse(at) - Date.parse(caller.now) > LEASE_IS_SURE_MS) {
      const held = await this.authorizer.renewIdempotent(repeat.lease);
      if (!held) throw new HttpProblem('idempotency_in_progress', undefined, { 'retry-after': '1' });
    }
    request.caller = { ...caller, subject, now: at };
  }

  private isUncounted({ cost }: Endpoint, credential: CredentialLookup): boolean {
    return cost === 0 && credential.kind === 'session' && this.uncounted.count(credential.userId) === 0;
  }

  private idempotencyOf(request: FastifyRequest, credential: CredentialLookup, earlierKey: string): IdempotencyRequest {
    const route = routeOf(request);
    return { route, key: this.secrets.rowKey(credential, route, earlierKey), earlierKey };
  }

  private prepareRepeat(request: FastifyRequest, { subject, idempotency }: Admitted, idempotencyKey: string): void {
    if (idempotency.state === 'none') return;
    if (idempotency.state === 'in_progress') {
      throw new HttpProblem('idempotency_in_progress', undefined, { 'retry-after': '1' });
    }
    const secrets = this.secrets.of(subject, routeOf(request), idempotencyKey);
    request.repeat =
      idempotency.state === 'stored'
        ? { kind: 'stored', answer: idempotency.answer, secrets }
        : { kind: 'ours', lease: idempotency.lease, sealed: idempotency.sealed, secrets, bodyHash: null };
  }

  /** The credential, and for a ticket the instant at which it ends. */
  private async admissionOf(request: FastifyRequest): Promise<{ credential: CredentialLookup; expiresAt?: string }> {
    const presented = readCredential(request);
    if (presented.kind === 'ticket') return this.tickets.open(presented.value, request);
    return { credential: await this.credentialOf(presented, request) };
  }

  private async credentialOf(credential: PresentedCredential, request: FastifyRequest): Promise<CredentialLookup> {
    if (credential.kind === 'none') throw unauthorized('missing_credentials');
    // Only a bearer value may be a token: an empty or repeated X-API-Key or api_key is a wrong key.
    if (credential.kind === 'key' || credential.via !== 'authorization') {
      if (!parseToken(credential.value)) throw this.unknownCredential(request, 'invalid_api_key');
      return { kind: 'key', hash: hashToken(credential.value, this.pepper.value) };
    }
    if (credential.kind === 'malformed') throw this.unknownCredential(request, 'invalid_token', credential.mistake);
    const verified = await this.accessTokens.verify(credential.value);
    if (verified.ok) return { kind: 'session', ...verified.claims };
    throw verified.expired ? unauthorized('token_expired') : this.unknownCredential(request, 'invalid_token');
  }

  private refusalOf(judged: Refusal, { kind }: CredentialLookup, scope: Scope, request: FastifyRequest): Error {
    switch (judged.outcome) {
      case 'rate_limited':
        return rateLimited(judged.retryAfterMs / 1000);
      case 'insufficient_scope':
        return insufficientScope(REQUIRED_SCOPE[scope]);
      case 'expired':
        return unauthorized(kind === 'key' ? 'api_key_expired' : 'token_expired');
      case 'revoked':
      case 'grace_over':
        return unauthorized(kind === 'key' ? 'api_key_revoked' : 'invalid_token');
      case 'unknown':
        return this.unknownCredential(request, kind === 'key' ? 'invalid_api_key' : 'invalid_token');
    }
  }

  /** A 401; after too many unknown credentials from one address, a 429. */
  private unknownCredential({ ip }: FastifyRequest, code: InvalidCredential, detail?: string): Error {
    return this.unknown.refusalOf(ip, unauthorized(code, detail));
  }
}

type Scope = keyof typeof REQUIRED_SCOPE;

const requiredBy = (scope: Scope, { afterDeletion }: Endpoint): Required =>
  afterDeletion && (scope === 'read' || scope === 'owner') ? `former_${scope}` : scope;

/** Null where the request needs no authorization. */
const scopeOf = ({ scope, credential }: Endpoint, request: FastifyRequest): Scope | null => {
  if (scope !== 'public') return scope;
  return credential === 'optional' && readCredential(request).kind !== 'none' ? 'read' : null;
};

type Admitted = Extract<Authorization, { outcome: 'ok' }>;

const admit = (
  request: FastifyRequest,
  { subject, commandId, idempotency, at }: Admitted,
  credential: CredentialLookup,
) => {
  if (
    REPEATABLE.has(request.method) &&
    request.headers['idempotency-key'] !== undefined &&
    !idempotencyKeyOf(request)
  ) {
    throw invalid('header.Idempotency-Key', `must be 1 to ${LONGEST_KEY} visible ASCII characters, given once`);
  }
  request.credential = credential;
  request.caller = {
    subject,
    requestId: request.id,
    commandId,
    secretBytes: randomBytes,
    firstAttempt: idempotency.state !== 'taken_over',
    now: at,
    ...(credential.kind === 'session' && { sessionId: credential.sessionId }),
  };
};

/** Undefined if the key is absent or invalid. */
const idempotencyKeyOf = ({ method, headers }: FastifyRequest): string | undefined => {
  const key = headers['idempotency-key'];
  const valid = typeof key === 'string' && key.length <= LONGEST_KEY && /^[\x21-\x7e]+$/.test(key);
  return valid && REPEATABLE.has(method) ? key : undefined;
};

const routeOf = ({ method, routeOptions }: FastifyRequest): string => `${method} ${routeOptions.url}`;

const rateHeaders = (
  { limit, remaining, resetAt }: { limit: number; remaining: number; resetAt: string },
  at: string,
) => rateLimitHeaders({ limit, remaining, resetAt: Date.parse(resetAt), now: Date.parse(at) });
