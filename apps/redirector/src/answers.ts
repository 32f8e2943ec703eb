import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ProblemResponse } from '@platform/http';
import { wantsPage } from '@platform/pages';
import { pageOf } from './pages';

export type RefusalCode = 'not_found' | 'link_expired' | 'click_limit_reached' | 'method_not_allowed' | PasswordRefusal;

/** Why a visitor of a link with a password is not redirected. */
export type PasswordRefusal =
  | 'password_required'
  | 'wrong_password'
  | 'rate_limited'
  | 'unavailable'
  | 'invalid_request'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'request_timeout';

/** What the redirector shares with the rest of the HTTP edge. */
export interface Edge {
  /** The caller's X-Request-Id if it is a valid one, else a new one. */
  requestIdOf(given: string | string[] | undefined): string;
  problemOf(code: RefusalCode, requestId: string, headers: Readonly<Record<string, string>>): ProblemResponse;
}

/** Browsers keep permanent redirects for only half a minute, so that an edit takes effect soon. */
const KEPT_S = 30;
const PERMANENT = `private, max-age=${KEPT_S}`;
const TEMPORARY = 'private, no-store';

/** Search engines should list the destination of a short URL, and not the short URL itself. */
export const ROBOTS = ['X-Robots-Tag', 'noindex'] as const;

export interface Redirect {
  readonly type: number;
  readonly location: string;
  /**
   * Milliseconds for which caches may keep this answer: 0 if the next visit may get another one, absent if it never
   * changes.
   */
  readonly lifeMs?: number | undefined;
  /** A Set-Cookie header. */
  readonly cookie?: string | undefined;
}

export const sendRedirect = (res: ServerResponse, redirect: Redirect, requestId: string): void => {
  const { type, location, lifeMs, cookie } = redirect;
  const caching = type === 301 || type === 308 ? keptFor(lifeMs) : TEMPORARY;
  const headers = [
    'Location',
    location,
    'Cache-Control',
    caching,
    ROBOTS[0],
    ROBOTS[1],
    'X-Request-Id',
    requestId,
    'Content-Length',
    '0',
  ];
  if (cookie !== undefined) headers.push('Set-Cookie', cookie);
  res.writeHead(type, headers);
  res.end();
};

const keptFor = (lifeMs: number | undefined): string => {
  if (lifeMs === undefined || lifeMs >= KEPT_S * 1_000) return PERMANENT;
  return lifeMs === 0 ? TEMPORARY : `private, max-age=${Math.floor(lifeMs / 1_000)}`;
};

/** A JSON document that belongs to a host, such as the one of its deep links. */
export const sendDocument = (req: IncomingMessage, res: ServerResponse, text: string, requestId: string): void => {
  res.writeHead(200, {
    'content-type': 'application/json',
    'cache-control': 'no-cache',
    [ROBOTS[0]]: ROBOTS[1],
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
    'content-length': Buffer.byteLength(text),
  });
  res.end(req.method === 'HEAD' ? undefined : text);
};

export const sendProblem = (
  req: IncomingMessage,
  res: ServerResponse,
  problem: ProblemResponse,
  requestId: string,
): void => {
  if (res.headersSent) return void res.destroy();
  const page = wantsPage(req.headers.accept) ? pageOf(String(problem.body['code']), requestId) : undefined;
  const text = page?.html ?? JSON.stringify(problem.body);
  res.writeHead(problem.status, {
    'cache-control': 'no-store',
    ...problem.headers,
    ...(page?.headers ?? { 'content-type': 'application/problem+json' }),
    [ROBOTS[0]]: ROBOTS[1],
    vary: 'Accept',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
    'content-length': Buffer.byteLength(text),
  });
  res.end(req.method === 'HEAD' ? undefined : text);
};
