import type { Problem } from '../api/models.js';
import type { ResponseInfo } from './options.js';

/** Everything that this library throws, but for the reason of a signal that the caller gave. */
export class WaymarkError extends Error {
  override get name(): string {
    return this.constructor.name;
  }
}

/** An answer that is a failure. */
export class APIError extends WaymarkError {
  /** Stable, as `alias_taken`; `unknown` where the answer is not a problem document: a page of a proxy. */
  readonly code: string;
  readonly status: number;
  readonly requestId: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as it came; null where it is not a problem document. */
  readonly problem: Problem | null;
  /** Where the input is wrong: `body.alias`. */
  readonly errors: readonly { readonly location: string; readonly message: string }[];
  /** Of a scope that is missing: the scope that is needed. */
  readonly requiredScope: string | null;
  /** Of an alias that is taken: the link of your workspace that has it. */
  readonly existingLinkId: string | null;
  /** Seconds to wait, where the server says so. */
  readonly retryAfter: number | null;

  constructor(response: ResponseInfo, problem: Problem | null, detail: string, retryAfter: number | null) {
    super(`${response.status} ${problem?.code ?? 'unknown'}: ${problem ? detailOf(problem) : detail}`);
    this.code = problem?.code ?? 'unknown';
    this.status = response.status;
    this.requestId = problem?.request_id ?? response.requestId;
    this.headers = response.headers;
    this.problem = problem;
    this.errors = problem?.errors ?? [];
    this.requiredScope = problem?.required_scope ?? null;
    this.existingLinkId = problem?.existing_link_id ?? null;
    this.retryAfter = retryAfter;
  }
}

/** What is wrong, and where; or else in general. */
const detailOf = ({ detail, errors }: Problem): string =>
  errors?.length > 0 ? errors.map(({ location, message }) => `${location}: ${message}`).join('; ') : detail;

/** 400: `errors` says what is wrong and where. */
export class InvalidRequest extends APIError {}
/** 401: the key is missing, unknown, revoked or has expired. */
export class Unauthorized extends APIError {}
/** 403: `requiredScope` says what the key would need. */
export class Forbidden extends APIError {}
/** 404, and 410 of what has expired. */
export class NotFound extends APIError {}
/** 409: with `existingLinkId` where an alias is taken by a link of yours. */
export class Conflict extends APIError {}
/** 412: somebody changed it since you read it. */
export class RevisionMismatch extends APIError {}
/** 429: `retryAfter` says how many seconds to wait. */
export class RateLimited extends APIError {}
/** 5xx. */
export class ServerError extends APIError {}

const BY_STATUS: Readonly<Record<number, typeof APIError>> = {
  400: InvalidRequest,
  401: Unauthorized,
  403: Forbidden,
  404: NotFound,
  409: Conflict,
  410: NotFound,
  412: RevisionMismatch,
  429: RateLimited,
};

/** The class of errors with a status. */
export const classFor = (status: number): typeof APIError =>
  BY_STATUS[status] ?? (status >= 500 ? ServerError : APIError);

/** No answer: the server was not reached, or its answer was cut off in every attempt. */
export class ConnectionError extends WaymarkError {}

/** No answer in time. */
export class TimeoutError extends WaymarkError {}

/** A stream ended before its end; what was read of it is not all. */
export class Cut extends WaymarkError {}

/** The signature of a webhook is missing, wrong or too old. */
export class SignatureError extends WaymarkError {}

/** The call was done, but its answer was lost, and a repeat does not show the secret again. */
export class SecretLost extends WaymarkError {
  /** What was created, without its secret. */
  readonly record: Readonly<Record<string, unknown>>;

  constructor(field: string, record: Readonly<Record<string, unknown>>) {
    super(`the call was done, but its answer with \`${field}\` was lost and is not shown again; see the record`);
    this.record = record;
  }
}
