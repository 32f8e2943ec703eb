// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

/**
 * Kind of actor.
 *
 * Other values may be added.
 */
export type ActorType = 'api_key' | 'user' | 'system' | (string & Record<never, never>);

/**
 * What an API key may do. Bodies take `read`, `read_write` and `read+write` as well, in any case.
 *
 * Other values may be added.
 */
export type ApiKeyScope = 'Read' | 'Read + Write' | (string & Record<never, never>);

/**
 * Status of an API key. An active one and one in its grace period are accepted.
 *
 * Other values may be added.
 */
export type ApiKeyStatus = 'active' | 'grace' | 'revoked' | 'expired' | (string & Record<never, never>);

/**
 * Status of a campaign. It changes no redirect.
 *
 * Other values may be added.
 */
export type CampaignStatus = 'draft' | 'active' | 'paused' | 'ended' | (string & Record<never, never>);

/**
 * What a window is compared with.
 *
 * Other values may be added.
 */
export type Comparison = 'previous' | 'year' | (string & Record<never, never>);

/**
 * What clicks are filtered and grouped by.
 *
 * Other values may be added.
 */
export type Dimension =
  | 'country'
  | 'region'
  | 'city'
  | 'continent'
  | 'device'
  | 'browser'
  | 'os'
  | 'language'
  | 'referrer'
  | 'referrer_url'
  | 'trigger'
  | 'link'
  | 'domain'
  | 'tag'
  | 'campaign'
  | 'destination'
  | 'utm_source'
  | 'utm_medium'
  | 'utm_campaign'
  | 'utm_term'
  | 'utm_content'
  | 'variant'
  | (string & Record<never, never>);

/**
 * Status of a domain. Links resolve on a verified one. `disabled` is reserved: no domain has it so far.
 *
 * Other values may be added.
 */
export type DomainStatus = 'pending' | 'verified' | 'failed' | 'disabled' | (string & Record<never, never>);

/**
 * The service that a file comes from.
 *
 * Other values may be added.
 */
export type ImportSource = 'waymark' | 'bitly' | 'dub' | 'kutt' | 'shlink' | 'yourls' | (string & Record<never, never>);

/**
 * Status of an import.
 *
 * Other values may be added.
 */
export type ImportStatus =
  'queued' | 'running' | 'completed' | 'failed' | 'cancelled' | (string & Record<never, never>);

/**
 * Width of the points of a time series.
 *
 * Other values may be added.
 */
export type Interval = 'auto' | 'minute' | 'hour' | 'day' | 'week' | 'month' | (string & Record<never, never>);

/**
 * The last that holds of `disabled`, `expired`, `archived` and `deleted`; otherwise `active`.
 *
 * Other values may be added.
 */
export type LinkStatus = 'active' | 'disabled' | 'expired' | 'archived' | 'deleted' | (string & Record<never, never>);

/**
 * Plan of a workspace. Only the operator changes it.
 *
 * Other values may be added.
 */
export type Plan = 'free' | 'pro' | 'enterprise' | (string & Record<never, never>);

/**
 * Stable code of a failure. `GET /errors/{code}` explains it. Codes may be added.
 *
 * Other values may be added.
 */
export type ProblemCode =
  | 'invalid_request'
  | 'redirect_loop'
  | 'domain_not_verified'
  | 'unsafe_destination'
  | 'missing_credentials'
  | 'invalid_api_key'
  | 'api_key_revoked'
  | 'api_key_expired'
  | 'invalid_credentials'
  | 'password_required'
  | 'wrong_password'
  | 'invalid_token'
  | 'token_expired'
  | 'token_rotated'
  | 'foreign_origin'
  | 'insufficient_scope'
  | 'limit_reached'
  | 'signup_closed'
  | 'not_found'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'alias_taken'
  | 'conflict'
  | 'key_not_active'
  | 'invalid_state'
  | 'idempotency_in_progress'
  | 'domain_in_use'
  | 'link_expired'
  | 'click_limit_reached'
  | 'revision_mismatch'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'idempotency_mismatch'
  | 'rate_limited'
  | 'headers_too_large'
  | 'internal_error'
  | 'unavailable'
  | 'event_store_mismatch'
  | (string & Record<never, never>);

/**
 * Format of the image.
 *
 * Other values may be added.
 */
export type QrFormat = 'svg' | 'png' | (string & Record<never, never>);

/**
 * Error correction: some 7 % (L), 15 % (M), 25 % (Q) or 30 % (H) may be covered or damaged.
 *
 * Other values may be added.
 */
export type QrLevel = 'L' | 'M' | 'Q' | 'H' | (string & Record<never, never>);

/**
 * A window in time by its name.
 *
 * Other values may be added.
 */
export type Range =
  | 'today'
  | 'yesterday'
  | 'last_hour'
  | '24h'
  | '7d'
  | '30d'
  | '90d'
  | '12m'
  | 'wtd'
  | 'mtd'
  | 'qtd'
  | 'ytd'
  | 'last_week'
  | 'last_month'
  | 'all'
  | 'custom'
  | (string & Record<never, never>);

/**
 * HTTP status of the redirect.
 *
 * Other values may be added.
 */
export type RedirectType = 301 | 302 | 307 | 308 | (number & Record<never, never>);

/**
 * What a user may do: a viewer reads, a member changes everything but the workspace and its members.
 *
 * Other values may be added.
 */
export type Role = 'owner' | 'member' | 'viewer' | (string & Record<never, never>);

/**
 * Where the refresh token goes: into the `body` of the answer, as by default, or into a `cookie` that no script
 * of the page can read, for pages of the same origin. Then `refresh_token` is null.
 *
 * Other values may be added.
 */
export type TokenTransport = 'body' | 'cookie' | (string & Record<never, never>);

/**
 * `pending`: an attempt is due or under way. `failed`: all attempts have failed. `skipped`: the webhook was
 * disabled, paused or deleted before.
 *
 * Other values may be added.
 */
export type WebhookDeliveryStatus = 'pending' | 'delivered' | 'failed' | 'skipped' | (string & Record<never, never>);

/**
 * Status of a webhook. `paused`: its `active` is false. `disabled`: see its `disabled_reason`.
 *
 * Other values may be added.
 */
export type WebhookStatus = 'active' | 'paused' | 'disabled' | (string & Record<never, never>);
