<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Enum;

/**
 * Plan of a workspace. Only the operator changes it.
 * Values may be added.
 */
final class Plan
{
    public const FREE = 'free';
    public const PRO = 'pro';
    public const ENTERPRISE = 'enterprise';
}
