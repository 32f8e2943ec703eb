<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Enum;

/**
 * Status of an API key. An active one and one in its grace period are accepted.
 * Values may be added.
 */
final class ApiKeyStatus
{
    public const ACTIVE = 'active';
    public const GRACE = 'grace';
    public const REVOKED = 'revoked';
    public const EXPIRED = 'expired';
}
