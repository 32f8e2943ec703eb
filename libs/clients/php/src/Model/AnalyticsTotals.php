<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** The totals of a window. */
final readonly class AnalyticsTotals extends Model
{
    /** Clicks. */
    public int $clicks;

    /** Distinct visitors per link and UTC day. */
    public int $unique_clicks;

    /** Visits of bots. */
    public int $bot_clicks;

    /** Clicks that came by a QR code. */
    public int $qr_scans;

    /** Created links of the workspace, link, campaign, tag or domain in the path; filters of clicks do not change it. */
    public int $links_created;

    /** Distinct links with at least one counted click. */
    public int $active_links;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->clicks = Cast::int($raw['clicks'] ?? null);
        $this->unique_clicks = Cast::int($raw['unique_clicks'] ?? null);
        $this->bot_clicks = Cast::int($raw['bot_clicks'] ?? null);
        $this->qr_scans = Cast::int($raw['qr_scans'] ?? null);
        $this->links_created = Cast::int($raw['links_created'] ?? null);
        $this->active_links = Cast::int($raw['active_links'] ?? null);
    }
}
