<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** How many items succeeded and failed. */
final readonly class BulkMeta extends Model
{
    /** Items without an `error`. */
    public int $succeeded;

    /** Items with an `error`. */
    public int $failed;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->succeeded = Cast::int($raw['succeeded'] ?? null);
        $this->failed = Cast::int($raw['failed'] ?? null);
    }
}
