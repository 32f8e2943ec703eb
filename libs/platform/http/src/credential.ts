import type { FastifyReply, FastifyRequest } from 'fastify';

export interface PresentedCredential {
  /** Judged by its syntax alone. `malformed`: the value can be neither a key nor a token. */
  readonly kind: 'key' | 'jwt' | 'ticket' | 'none' | 'malformed';
  readonly via: 'authorization' | 'x-api-key' | 'query' | null;
  readonly value: string;
  /** A message for the sender of a malformed Authorization header: what is wrong with it. */
  readonly mistake?: string;
}

const NONE: PresentedCredential = { kind: 'none', via: null, value: '' };
const BEARER = /^Bearer +([^\s]+) *$/i;
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/**
 * Authorization, then X-API-Key, then `?api_key=`, then `?ticket=`: the first one present decides, and nothing falls
 * through to the next.
 */
export const readCredential = (request: FastifyRequest): PresentedCredential => {
  const { authorization, 'x-api-key': header } = request.headers;
  if (authorization !== undefined) return bearer(authorization);
  if (header !== undefined) return key('x-api-key', header);
  if (request.queryKey !== null) return key('query', request.queryKey);
  const { queryTicket } = request;
  if (queryTicket === null) return NONE;
  // A repeated one is none of ours.
  return { kind: 'ticket', via: 'query', value: typeof queryTicket === 'string' ? queryTicket : '' };
};

const bearer = (header: string): PresentedCredential => {
  const value = BEARER.exec(header)?.[1];
  if (value === undefined) return { kind: 'malformed', via: 'authorization', value: '', mistake: mistakeOf(header) };
  const kind = value.startsWith('svc_') ? 'key' : JWT.test(value) ? 'jwt' : 'malformed';
  return { kind, via: 'authorization', value };
};

const mistakeOf = (header: string): string => {
  if (/^Basic\b/i.test(header))
    return 'Basic authentication is not supported. Send `Authorization: Bearer <key or token>`.';
  const isBare = header.startsWith('svc_') || JWT.test(header);
  return isBare
    ? 'The Authorization header lacks the word `Bearer` before the key or token.'
    : 'The Authorization header must be `Bearer` followed by one key or access token.';
};

const key = (via: 'x-api-key' | 'query', value: string | string[]): PresentedCredential =>
  typeof value === 'string' && value !== '' ? { kind: 'key', via, value } : { kind: 'malformed', via, value: '' };

/** A credential in a URL ends up in histories and logs, so the answer is not cached and sends no referrer. */
export const hideQueryCredential = (reply: FastifyReply): void => {
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
};

/** A key is valid for long, so the answer warns. */
export const warnOfQueryKey = (reply: FastifyReply): void => {
  hideQueryCredential(reply);
  reply.header('warning', '299 - "api_key in the query is for testing only"');
};
