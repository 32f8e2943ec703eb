<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Enum;

/**
 * The service that a file comes from.
 * Values may be added.
 */
final class ImportSource
{
    public const WAYMARK = 'waymark';
    public const BITLY = 'bitly';
    public const DUB = 'dub';
    public const KUTT = 'kutt';
    public const SHLINK = 'shlink';
    public const YOURLS = 'yourls';
}
