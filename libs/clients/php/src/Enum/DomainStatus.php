<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Enum;

/**
 * Status of a domain. Links resolve on a verified one.
 * Values may be added.
 */
final class DomainStatus
{
    public const PENDING = 'pending';
    public const VERIFIED = 'verified';
    public const FAILED = 'failed';
}
