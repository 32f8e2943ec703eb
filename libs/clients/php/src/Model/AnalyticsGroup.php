<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** An entry of a group. `short_url` is in groups of links, `country` and `region` in those of places. */
final readonly class AnalyticsGroup extends Model
{
    /**
     * The value. Null: unknown or none (a direct visit has no referrer, an untagged link no tag). As a filter:
     * `null`.
     */
    public ?string $key;

    /** Clicks. */
    public int $clicks;

    /**
     * Distinct visitors. Exact up to 65,536; above that, within about half a percent. Totals and time series are
     * always exact.
     */
    public int $unique_clicks;

    /** Of a region or a city: its country. */
    public ?string $country;

    /** Of a city: its region. */
    public ?string $region;

    /** Short URL of the link; null where it is not known. */
    public ?string $short_url;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->key = isset($raw['key']) ? Cast::string($raw['key']) : null;
        $this->clicks = Cast::int($raw['clicks'] ?? null);
        $this->unique_clicks = Cast::int($raw['unique_clicks'] ?? null);
        $this->country = isset($raw['country']) ? Cast::string($raw['country']) : null;
        $this->region = isset($raw['region']) ? Cast::string($raw['region']) : null;
        $this->short_url = isset($raw['short_url']) ? Cast::string($raw['short_url']) : null;
    }
}
