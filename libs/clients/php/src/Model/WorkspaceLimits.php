<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** What the workspace may have. */
final readonly class WorkspaceLimits extends Model
{
    /** Requests in 60 seconds. Null: no limit. */
    public ?int $requests_per_minute;

    /** Keys that are active or in grace. */
    public int $api_keys;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->requests_per_minute = isset($raw['requests_per_minute']) ? Cast::int($raw['requests_per_minute']) : null;
        $this->api_keys = Cast::int($raw['api_keys'] ?? null);
    }
}
