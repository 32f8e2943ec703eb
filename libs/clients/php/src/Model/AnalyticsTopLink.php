<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** A link of the ranking. */
final readonly class AnalyticsTopLink extends Model
{
    /** Id of the link. */
    public string $link_id;

    /** Short URL of the link; null where it is not known. */
    public ?string $short_url;

    /** Clicks. */
    public int $clicks;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->link_id = Cast::string($raw['link_id'] ?? null);
        $this->short_url = isset($raw['short_url']) ? Cast::string($raw['short_url']) : null;
        $this->clicks = Cast::int($raw['clicks'] ?? null);
    }
}
