<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Enum;

/**
 * Error correction: some 7 % (L), 15 % (M), 25 % (Q) or 30 % (H) may be covered or damaged.
 * Values may be added.
 */
final class QrLevel
{
    public const L = 'L';
    public const M = 'M';
    public const Q = 'Q';
    public const H = 'H';
}
