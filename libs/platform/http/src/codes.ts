/**
 * Every error code of the HTTP contract: its status, its title, and the advice of `GET /errors/{code}`. This is the one
 * place with the statuses of codes; the OpenAPI document is made from it, too.
 */
const table = {
  invalid_request: [
    400,
    'Invalid request',
    'Something in the request is not as it should be; `errors` lists every problem with its location.',
  ],
  redirect_loop: [
    400,
    'Redirect loop',
    'The destination is one of our own short hosts, so the link would lead to itself.',
  ],
  domain_not_verified: [400, 'Domain not verified', 'The domain must be verified before links can use it.'],
  unsafe_destination: [400, 'Unsafe destination', 'The destination is not one that links may lead to.'],
  missing_credentials: [
    401,
    'Credentials missing',
    'Send an API key or an access token as `Authorization: Bearer …`, or a key as `X-API-Key`.',
  ],
  invalid_api_key: [401, 'Invalid API key', 'The key is not one of ours, or has been mistyped.'],
  api_key_revoked: [401, 'API key revoked', 'The key has been revoked, or its grace period after a rotation is over.'],
  api_key_expired: [401, 'API key expired', 'The key is past its expiration.'],
  invalid_credentials: [401, 'Invalid credentials', 'E-mail address and password do not belong together.'],
  password_required: [
    401,
    'Password required',
    'The link asks for a password: send it as `password` by POST, as a form or as JSON.',
  ],
  wrong_password: [401, 'Wrong password', 'This is not the password of the link.'],
  invalid_token: [401, 'Invalid token', 'The token is not valid; log in again.'],
  token_expired: [401, 'Token expired', 'The access token has run out; refresh it or log in again.'],
  token_rotated: [
    401,
    'Token rotated',
    'The refresh token was exchanged a moment ago; go on with the tokens of the newer answer.',
  ],
  foreign_origin: [
    403,
    'Foreign origin',
    'The cookie of a session is taken from pages of this installation alone; send the token itself instead.',
  ],
  insufficient_scope: [
    403,
    'Insufficient scope',
    'The credential is valid but may not do this; `required_scope` says what it would need.',
  ],
  limit_reached: [403, 'Limit reached', 'The workspace has as many of these as it may have.'],
  signup_closed: [403, 'Sign-up closed', 'This installation does not take sign-ups.'],
  not_found: [404, 'Not found', 'There is no such resource here.'],
  method_not_allowed: [
    405,
    'Method not allowed',
    'The resource does not know this method; `Allow` lists those it knows.',
  ],
  request_timeout: [408, 'Request timeout', 'The request did not arrive in time.'],
  alias_taken: [409, 'Alias taken', 'Another link has this alias on this domain.'],
  conflict: [
    409,
    'Conflict',
    'The request collides with the present state or with another request; read again and retry.',
  ],
  key_not_active: [409, 'Key not active', 'Only an active key can be rotated.'],
  invalid_state: [409, 'Invalid state', 'The resource is not in a state that allows this.'],
  idempotency_in_progress: [
    409,
    'Request in progress',
    'A request with this Idempotency-Key is still being handled; retry in a moment.',
  ],
  domain_in_use: [409, 'Domain in use', 'Links still use the domain, or another workspace has verified it.'],
  link_expired: [410, 'Link expired', 'The link is past its end.'],
  click_limit_reached: [410, 'Click limit reached', 'The link has been used as often as it may be.'],
  revision_mismatch: [
    412,
    'Revision mismatch',
    'The resource has changed since the version in If-Match; read it again.',
  ],
  payload_too_large: [413, 'Payload too large', 'The body is larger than this resource takes.'],
  unsupported_media_type: [
    415,
    'Unsupported media type',
    'The body must be JSON in UTF-8 with `Content-Type: application/json`, unless the resource says otherwise.',
  ],
  idempotency_mismatch: [
    422,
    'Idempotency key reused',
    'This Idempotency-Key has been used with another path, query or body.',
  ],
  rate_limited: [429, 'Rate limited', 'Too many requests; wait for the seconds that `Retry-After` says.'],
  headers_too_large: [431, 'Headers too large', 'The header of the request is larger than we take.'],
  internal_error: [500, 'Internal error', 'Something went wrong on our side; it has been logged with the request id.'],
  unavailable: [
    503,
    'Unavailable',
    'A part that the answer needs is not available; retry after the seconds that `Retry-After` says.',
  ],
  event_store_mismatch: [
    503,
    'Event store mismatch',
    'The event store is not the one that the tables were folded from: no change, history or `as_of`; the operator must act.',
  ],
} as const;

export type Code = keyof typeof table;

export interface CodeEntry {
  readonly status: number;
  readonly title: string;
  readonly advice: string;
}

export const CODES: ReadonlyMap<string, CodeEntry> = new Map(
  Object.entries(table).map(([code, [status, title, advice]]) => [code, { status, title, advice }]),
);

export const isCode = (text: string): text is Code => Object.hasOwn(table, text);

export const codeEntryOf = (code: string): CodeEntry =>
  CODES.get(code) ?? { status: 500, title: 'Error', advice: 'There is no more to say about this code.' };
