import { Rejection } from '@kernel';
import { type Code, codeEntryOf } from './codes';
import type { Readiness } from './health';

/** A refusal by the HTTP layer itself; business rules refuse by a Rejection. The status follows from the code. */
export class HttpProblem extends Error {
  constructor(
    readonly code: Code,
    detail: string = codeEntryOf(code).advice,
    readonly headers: Readonly<Record<string, string>> = {},
    readonly extra: Readonly<Record<string, unknown>> = {},
  ) {
    super(detail);
    this.name = 'HttpProblem';
  }
}

/** A part of the work is done. Repeated under the same Idempotency-Key, the request goes on with the rest. */
export class Unfinished extends HttpProblem {}

type UnauthorizedCode =
  | 'missing_credentials'
  | 'invalid_api_key'
  | 'api_key_revoked'
  | 'api_key_expired'
  | 'invalid_token'
  | 'token_expired'
  | 'token_rotated';

export const unauthorized = (code: UnauthorizedCode, detail?: string) => new HttpProblem(code, detail);

export const insufficientScope = (required: string) =>
  new HttpProblem('insufficient_scope', undefined, {}, { required_scope: required });

/** @param retryAfter seconds; rounded up, at least 1. */
export const rateLimited = (retryAfter: number, headers: Readonly<Record<string, string>> = {}) =>
  new HttpProblem('rate_limited', undefined, { ...headers, 'retry-after': String(Math.max(1, Math.ceil(retryAfter))) });

/** @param retryAfter seconds; rounded up, at least 1. */
export const unavailable = (retryAfter = 1) =>
  new HttpProblem('unavailable', undefined, { 'retry-after': String(Math.max(1, Math.ceil(retryAfter))) });

export const methodNotAllowed = (allow: string) => new HttpProblem('method_not_allowed', undefined, { allow });

/**
 * The answer of `/health/ready` while a check fails. It is logged at debug level only: Health's listener logs the
 * change.
 */
export class NotReady extends HttpProblem {
  constructor({ checks, detail = 'Not ready.' }: Readiness) {
    super('unavailable', detail, {}, { checks });
  }
}

/** Every 404 is this one, so that a caller cannot tell an unknown id from another workspace's id. */
export const notFound = () => new Rejection('not-found', 'not_found', codeEntryOf('not_found').advice);

/** @throws Rejection, the one 404, when there is no such resource */
export const found = <T>(resource: T | null): T => {
  if (resource === null) throw notFound();
  return resource;
};

export const invalid = (location: string, message: string) =>
  new Rejection('invalid', 'invalid_request', codeEntryOf('invalid_request').advice, {}, [{ location, message }]);
