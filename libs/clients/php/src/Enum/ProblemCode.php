<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Enum;

/**
 * Stable code of a failure. `GET /errors/{code}` explains it. Codes may be added.
 * Values may be added.
 */
final class ProblemCode
{
    public const INVALID_REQUEST = 'invalid_request';
    public const REDIRECT_LOOP = 'redirect_loop';
    public const DOMAIN_NOT_VERIFIED = 'domain_not_verified';
    public const UNSAFE_DESTINATION = 'unsafe_destination';
    public const MISSING_CREDENTIALS = 'missing_credentials';
    public const INVALID_API_KEY = 'invalid_api_key';
    public const API_KEY_REVOKED = 'api_key_revoked';
    public const API_KEY_EXPIRED = 'api_key_expired';
    public const INVALID_CREDENTIALS = 'invalid_credentials';
    public const PASSWORD_REQUIRED = 'password_required';
    public const WRONG_PASSWORD = 'wrong_password';
    public const INVALID_TOKEN = 'invalid_token';
    public const TOKEN_EXPIRED = 'token_expired';
    public const TOKEN_ROTATED = 'token_rotated';
    public const FOREIGN_ORIGIN = 'foreign_origin';
    public const INSUFFICIENT_SCOPE = 'insufficient_scope';
    public const LIMIT_REACHED = 'limit_reached';
    public const SIGNUP_CLOSED = 'signup_closed';
    public const NOT_FOUND = 'not_found';
    public const METHOD_NOT_ALLOWED = 'method_not_allowed';
    public const REQUEST_TIMEOUT = 'request_timeout';
    public const ALIAS_TAKEN = 'alias_taken';
    public const CONFLICT = 'conflict';
    public const KEY_NOT_ACTIVE = 'key_not_active';
    public const INVALID_STATE = 'invalid_state';
    public const IDEMPOTENCY_IN_PROGRESS = 'idempotency_in_progress';
    public const DOMAIN_IN_USE = 'domain_in_use';
    public const LINK_EXPIRED = 'link_expired';
    public const CLICK_LIMIT_REACHED = 'click_limit_reached';
    public const REVISION_MISMATCH = 'revision_mismatch';
    public const PAYLOAD_TOO_LARGE = 'payload_too_large';
    public const UNSUPPORTED_MEDIA_TYPE = 'unsupported_media_type';
    public const IDEMPOTENCY_MISMATCH = 'idempotency_mismatch';
    public const RATE_LIMITED = 'rate_limited';
    public const HEADERS_TOO_LARGE = 'headers_too_large';
    public const INTERNAL_ERROR = 'internal_error';
    public const UNAVAILABLE = 'unavailable';
    public const EVENT_STORE_MISMATCH = 'event_store_mismatch';
}
