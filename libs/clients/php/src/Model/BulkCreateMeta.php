<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** How many items created a link and how many failed. */
final readonly class BulkCreateMeta extends Model
{
    /** Items with status 201; a link that was found has 200. */
    public int $created;

    /** Items with an `error`. */
    public int $failed;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->created = Cast::int($raw['created'] ?? null);
        $this->failed = Cast::int($raw['failed'] ?? null);
    }
}
