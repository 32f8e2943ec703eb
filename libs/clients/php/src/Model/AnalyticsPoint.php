<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** A point of the time series. */
final readonly class AnalyticsPoint extends Model
{
    /** Start of the point. */
    public string $start;

    /** Clicks. */
    public int $clicks;

    /** Distinct visitors per link and UTC day. */
    public int $unique_clicks;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->start = Cast::string($raw['start'] ?? null);
        $this->clicks = Cast::int($raw['clicks'] ?? null);
        $this->unique_clicks = Cast::int($raw['unique_clicks'] ?? null);
    }
}
