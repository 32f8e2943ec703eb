<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Enum;

/**
 * What a window is compared with.
 * Values may be added.
 */
final class Comparison
{
    public const PREVIOUS = 'previous';
    public const YEAR = 'year';
}
