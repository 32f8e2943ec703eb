<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Enum;

/**
 * HTTP status of the redirect.
 * Values may be added.
 */
final class RedirectType
{
    public const _301 = 301;
    public const _302 = 302;
    public const _307 = 307;
    public const _308 = 308;
}
