<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** How many links meet the filters. */
final readonly class LinkCount extends Model
{
    /** How many links meet the filters. */
    public int $count;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->count = Cast::int($raw['count'] ?? null);
    }
}
