<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Enum;

/**
 * Status of a domain. Links resolve on a verified one. `disabled` is reserved: no domain has it so far.
 * Values may be added.
 */
final class DomainStatus
{
    public const PENDING = 'pending';
    public const VERIFIED = 'verified';
    public const FAILED = 'failed';
    public const DISABLED = 'disabled';
}
