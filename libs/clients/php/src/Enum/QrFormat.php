<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Enum;

/**
 * Format of the image.
 * Values may be added.
 */
final class QrFormat
{
    public const SVG = 'svg';
    public const PNG = 'png';
}
