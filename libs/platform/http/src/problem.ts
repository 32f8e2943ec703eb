import {
  EventStoreMismatch,
  type Problem,
  Rejection,
  type RejectionKind,
  StoreUnavailable,
  UnfoldableEvent,
} from '@kernel';
import { type Code, codeEntryOf } from './codes';
import { HttpProblem } from './errors';

/** An answer in the one error shape (RFC 9457, application/problem+json). */
export interface ProblemResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

export const PROBLEM_TYPE = 'application/problem+json';

const STATUS_OF_KIND: Readonly<Record<RejectionKind, number>> = {
  invalid: 400,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  stale: 412,
  'lost-race': 409,
};

/** The code of a status that Nest or fastify raised. Any other 4xx of theirs is an `invalid_request`. */
const CODE_OF_STATUS: Readonly<Record<number, Code>> = {
  401: 'missing_credentials',
  403: 'insufficient_scope',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  409: 'conflict',
  412: 'revision_mismatch',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
  431: 'headers_too_large',
  503: 'unavailable',
};

/** What the stream holds stays unknown until an operator acts: clients should not retry each second. */
const UNREADABLE = 'What is stored of this resource cannot be read; an operator has to mend it.';

interface Parts {
  readonly code: string;
  readonly status?: number;
  readonly detail?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly problems?: readonly Problem[];
}

/**
 * The answer to any failure. An unknown error becomes an `internal_error` that does not disclose its cause.
 * @param publicUrl origin under which `/errors/{code}` explains the codes.
 */
export const problemResponseOf = (error: unknown, requestId: string, publicUrl: string): ProblemResponse => {
  const parts = partsOf(error);
  const { status, title, advice } = codeEntryOf(parts.code);
  return {
    status: parts.status ?? status,
    headers: { ...parts.headers, ...standardHeaders(parts.status ?? status, parts.headers) },
    body: {
      ...parts.extra,
      type: `${publicUrl}/errors/${parts.code}`,
      title,
      status: parts.status ?? status,
      detail: parts.detail ?? advice,
      instance: `urn:request:${requestId}`,
      code: parts.code,
      errors: (parts.problems ?? []).map((problem) => ({ code: parts.code, ...problem })),
      request_id: requestId,
    },
  };
};

const partsOf = (error: unknown): Parts => {
  if (error instanceof HttpProblem)
    return { code: error.code, detail: error.message, headers: error.headers, extra: error.extra };
  // Every 404 is the same, so that it does not disclose what exists elsewhere.
  if (error instanceof Rejection && error.kind === 'not-found') return { code: 'not_found' };
  if (error instanceof Rejection) {
    return {
      code: error.code,
      status: STATUS_OF_KIND[error.kind],
      detail: error.message,
      extra: error.extra,
      problems: error.problems,
    };
  }
  if (error instanceof EventStoreMismatch) return { code: 'event_store_mismatch' };
  if (error instanceof StoreUnavailable) return { code: 'unavailable' };
  if (error instanceof UnfoldableEvent)
    return { code: 'unavailable', detail: UNREADABLE, headers: { 'retry-after': '60' } };
  const status = frameworkStatus(error);
  if (error instanceof Error && 'code' in error && error.code === 'FST_ERR_BAD_URL') {
    return { code: 'invalid_request', problems: [{ location: 'path', message: 'has malformed percent-encoding' }] };
  }
  return { code: status === undefined ? 'internal_error' : (CODE_OF_STATUS[status] ?? 'invalid_request') };
};

/** A 4xx or 503 that Nest or fastify raised. Statuses of other errors are ignored: drivers' errors have some, too. */
const frameworkStatus = (error: unknown): number | undefined => {
  if (!(error instanceof Error)) return undefined;
  const status = isNestError(error) ? error.getStatus() : fastifyStatus(error);
  return status !== undefined && ((status >= 400 && status < 500) || status === 503) ? status : undefined;
};

const isNestError = (error: Error): error is Error & { getStatus(): number } =>
  'getStatus' in error && typeof error.getStatus === 'function';

const fastifyStatus = (error: Error): number | undefined =>
  'statusCode' in error && 'code' in error && String(error.code).startsWith('FST_')
    ? Number(error.statusCode)
    : undefined;

const standardHeaders = (status: number, given: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  'cache-control': 'no-store',
  ...(status === 401 && !given['www-authenticate'] ? { 'www-authenticate': 'Bearer' } : {}),
  ...((status === 503 || status === 429) && !given['retry-after'] ? { 'retry-after': '1' } : {}),
});
