<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** Clicks of the window that `compare` names, with the same filters. */
final readonly class AnalyticsComparison extends Model
{
    /** Start of the window. */
    public string $start;

    /** End of the window, exclusive. */
    public string $end;

    /** Clicks. */
    public int $clicks;

    /** Distinct visitors per link and UTC day. */
    public int $unique_clicks;

    /**
     * Its points, as wide as those of the answer, zeros included. Months and years differ in their days.
     * @var list<AnalyticsPoint>
     */
    public array $timeseries;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->start = Cast::string($raw['start'] ?? null);
        $this->end = Cast::string($raw['end'] ?? null);
        $this->clicks = Cast::int($raw['clicks'] ?? null);
        $this->unique_clicks = Cast::int($raw['unique_clicks'] ?? null);
        $this->timeseries = Cast::list($raw['timeseries'] ?? null, fn (mixed $one) => new AnalyticsPoint(Cast::map($one)));
    }
}
