<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Enum;

/**
 * Where the refresh token goes: into the `body` of the answer, as by default, or into a `cookie` that no script of
 * the page can read, for pages of the same origin. Then `refresh_token` is null.
 * Values may be added.
 */
final class TokenTransport
{
    public const BODY = 'body';
    public const COOKIE = 'cookie';
}
