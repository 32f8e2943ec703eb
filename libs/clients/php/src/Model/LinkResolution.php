<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** What a visit would be answered with. */
final readonly class LinkResolution extends Model
{
    /**
     * `redirect`: to `destination_url`. `preview`: a page for the bot that asks. `password_required`: then to
     * `destination_url`. `not_found`: deleted, disabled or not started. `expired` and `click_limit_reached`: to
     * `destination_url` where the link has an `expired_url`.
     */
    public string $outcome;

    /** HTTP status of the answer to the visit. */
    public int $status;

    /** Where the visit leads, with its query and the utm fields; null where it leads nowhere. */
    public ?string $destination_url;

    /** Index of the rule that decided, from 0. */
    public ?int $rule;

    /** Index of the variant that was drawn, from 0. */
    public ?int $variant;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->outcome = Cast::string($raw['outcome'] ?? null);
        $this->status = Cast::int($raw['status'] ?? null);
        $this->destination_url = isset($raw['destination_url']) ? Cast::string($raw['destination_url']) : null;
        $this->rule = isset($raw['rule']) ? Cast::int($raw['rule']) : null;
        $this->variant = isset($raw['variant']) ? Cast::int($raw['variant']) : null;
    }
}
