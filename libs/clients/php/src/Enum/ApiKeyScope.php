<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Enum;

/**
 * What an API key may do. Bodies take `read`, `read_write` and `read+write` as well, in any case.
 * Values may be added.
 */
final class ApiKeyScope
{
    public const READ = 'Read';
    public const READ_WRITE = 'Read + Write';
}
