import type { Code } from './codes';

/** What a code is about, for the people who meet it. Backticks mark code. */
export interface CodeGuide {
  readonly cause: string;
  readonly remedy: string;
}

const table: Readonly<Record<Code, readonly [cause: string, remedy: string]>> = {
  invalid_request: [
    'Something in the path, the query, the headers or the body is not as the operation wants it. Nothing was done.',
    'Read `errors`: it lists every problem at once, each with its `location`, such as `body.destination_url`. Mend them all and send the request again, under the same Idempotency-Key if it had one.',
  ],
  redirect_loop: [
    'A destination is on one of our own short hosts, so the link would lead to itself or to another short link.',
    'Give the address that visitors should reach in the end.',
  ],
  domain_not_verified: [
    'The `domain` is not yet a verified one of this workspace.',
    'Set the DNS records that `GET /v1/domains/{id}` shows, ask with `POST /v1/domains/{id}/verify`, and create the link when the status is `verified`.',
  ],
  unsafe_destination: [
    'The operator of this installation does not allow links to that host.',
    'Use another destination. If the host is on the list by mistake, ask the operator.',
  ],
  missing_credentials: [
    'The request has no credential, or one in a form that is not known here.',
    'Send an API key or an access token as `Authorization: Bearer …`, or a key as `X-API-Key: …`.',
  ],
  invalid_api_key: [
    'What was sent looks like an API key, but is none of this installation: it was cut, mistyped, or belongs to another one.',
    'Copy the key again, whole. If it is lost, create a new one: a key is shown only once.',
  ],
  api_key_revoked: [
    'Somebody revoked the key, or it was rotated more than 24 hours ago. That cannot be undone.',
    'Use another key, after a rotation the new one. `GET /v1/api-keys/{id}/history`, by another credential, says what happened.',
  ],
  api_key_expired: ['The key is past its `expiration`.', 'Create another one, with a later expiration or none.'],
  invalid_credentials: [
    'E-mail address and password do not belong together. The answer is the same for an address that nobody has.',
    'Check both. After several attempts a pause is imposed; it ends by itself.',
  ],
  password_required: [
    'The short link has a password.',
    'Send it as `password` by POST to the same address, as a form or as JSON.',
  ],
  wrong_password: [
    'The password is not that of the short link.',
    'Ask the person who sent you the link. Attempts are limited to some a minute.',
  ],
  invalid_token: [
    'The access or refresh token is not valid: it was altered, comes from another installation, or its session has ended.',
    'Log in again by `POST /v1/auth/login`.',
  ],
  token_expired: [
    'The access token has run out. It lives for `expires_in` seconds.',
    'Exchange the refresh token by `POST /v1/auth/refresh`, or log in again.',
  ],
  token_rotated: [
    'The refresh token was used already, less than 30 seconds ago, and the one that it was exchanged for has been used, too: by another tab. The session lives.',
    'Go on with the newer token. In a browser the cookie has it by now: refresh again.',
  ],
  foreign_origin: [
    'A page of another site sent the cookie of a session, or the request has no `Origin`.',
    'Call from a page at the public address. Programs send `refresh_token` in the body.',
  ],
  insufficient_scope: [
    'The credential is valid but may not do this: a `Read` key may not write, only owners manage the workspace, and no key creates one.',
    '`required_scope` says what is needed. Use a credential that has it.',
  ],
  limit_reached: [
    'The workspace has as many of these as it may have, such as 100 live keys or 20 webhooks.',
    'Delete or revoke what is not used any more, then try again.',
  ],
  signup_closed: [
    'This installation does not take sign-ups.',
    'Ask an owner for an invitation, or the operator for an account.',
  ],
  not_found: [
    'There is nothing at this address, or it belongs to another workspace: both get the same answer.',
    'Check the path and the id, and that the key belongs to the workspace that you mean: `GET /v1/auth/me` names it.',
  ],
  method_not_allowed: [
    'The path exists, but not with this method.',
    'Use one of the methods that the header `Allow` lists.',
  ],
  request_timeout: [
    'The body did not arrive in time, so the request was not executed.',
    'Send it again, under the same Idempotency-Key. If it happens again, send less at once or over a better line.',
  ],
  alias_taken: [
    'Another link has the alias on this domain; upper and lower case count as the same. If that link is in your workspace, `existing_link_id` names it.',
    'Choose another alias, leave it out to get a free one, or change the existing link. `find_if_exists: true` returns an identical link instead of this error.',
  ],
  conflict: [
    'The request collides with the present state: with another request at the same time, or with a value that something else has, such as an `external_id`.',
    'Read the resource again and decide anew. If `existing_link_id` is there, that link has the value.',
  ],
  key_not_active: [
    'The key is rotated, revoked or expired. Only an active key rotates or creates others.',
    'Rotate the key that is active now: `GET /v1/api-keys?status=active` lists them.',
  ],
  invalid_state: [
    'The resource exists but is not in a state that allows this, such as a campaign that has ended.',
    'Read it and look at its `status`; the reference says which states an operation takes.',
  ],
  idempotency_in_progress: [
    'An earlier request with this Idempotency-Key is still being handled.',
    'Wait for the seconds of `Retry-After` and send the same request again: you get the answer of the first.',
  ],
  domain_in_use: [
    'Links still use the domain, or another workspace has verified the hostname.',
    'Delete the links first, or send `force=true`: they stay, and resolve again when the domain is added and verified again.',
  ],
  link_expired: [
    'The short link is past its `expires_at`.',
    'Ask the person who sent it. Its owner can open it again by a later `expires_at`.',
  ],
  click_limit_reached: [
    'The short link has been used as often as its `click_limit` allows.',
    'Ask the person who sent it. Its owner can open it again by a higher `click_limit`.',
  ],
  revision_mismatch: [
    'The resource has changed since you read it: its ETag is not the one in `If-Match`. Nothing was changed.',
    'Read it again, apply your change to what is there now, and send the new ETag.',
  ],
  payload_too_large: [
    'The body is larger than the operation takes: 1 MB, 5 MB for lists of links, or 64 kB where no credential is asked for.',
    'Split it. For many links at once use `POST /v1/links/import`.',
  ],
  unsupported_media_type: [
    'The body is not of a media type that the operation reads.',
    'Send JSON in UTF-8 with `Content-Type: application/json`, uncompressed, unless the reference says otherwise.',
  ],
  idempotency_mismatch: [
    'This Idempotency-Key was used for another request (another path, query or body) within the last 24 hours. Nothing was done.',
    'Use a new key for a new request, and the same body for a repeat.',
  ],
  rate_limited: [
    'The workspace has sent as many requests as its plan allows within 60 seconds, or too many attempts failed. A refused request does not count.',
    'Wait for the seconds of `Retry-After`; a client that does is not refused again. `X-RateLimit-Remaining` tells beforehand how many are left.',
  ],
  headers_too_large: [
    'The header of the request is larger than we take.',
    'Send fewer or shorter headers and a shorter query; long lists of filters can be split.',
  ],
  internal_error: [
    'Something went wrong on our side. It has been logged with the request id.',
    'Send the request again, under the same Idempotency-Key. If it fails again, tell the operator the `request_id`.',
  ],
  unavailable: [
    'A part that the answer needs is not available at the moment. A write may or may not have been done.',
    'Wait for the seconds of `Retry-After` and repeat under the same Idempotency-Key: it is done once.',
  ],
  event_store_mismatch: [
    'The event store is not the one that the tables were folded from, so changes, histories and `as_of` are refused. Other reads and redirects go on.',
    'The operator must act: connect the right event store, or rebuild the tables.',
  ],
};

export const guideOf = (code: Code): CodeGuide => {
  const [cause, remedy] = table[code];
  return { cause, remedy };
};
