<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** A replay that has been queued. */
final readonly class WebhookReplay extends Model
{
    /** Id of the replay. */
    public string $replay_id;

    /** How many events have been queued. */
    public int $events;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->replay_id = Cast::string($raw['replay_id'] ?? null);
        $this->events = Cast::int($raw['events'] ?? null);
    }
}
