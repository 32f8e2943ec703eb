<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Enum;

/**
 * The last that holds of `disabled`, `expired`, `archived` and `deleted`; otherwise `active`.
 * Values may be added.
 */
final class LinkStatus
{
    public const ACTIVE = 'active';
    public const DISABLED = 'disabled';
    public const EXPIRED = 'expired';
    public const ARCHIVED = 'archived';
    public const DELETED = 'deleted';
}
