<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** A delivery of an event to a webhook. */
final readonly class WebhookDelivery extends Model
{
    /** Id of the delivery. */
    public string $id;

    /** The `id` of the body, and the header `webhook-id`. The same for all webhooks, attempts and replays. */
    public string $event_id;

    /** Name of the event. */
    public string $type;

    /**
     * `pending`: an attempt is due or under way. `failed`: all attempts have failed. `skipped`: the webhook was
     * disabled, paused or deleted before.
     */
    public string $status;

    /** Whether a replay has queued it. */
    public bool $replayed;

    /** When it was queued. */
    public string $created_at;

    /** The number of attempts so far. */
    public int $attempt;

    /** When the next attempt is due. Null unless it is pending. */
    public ?string $next_attempt_at;

    /** Milliseconds that the last attempt took. `error` and `response` are of that attempt, too. */
    public ?int $duration_ms;

    /** Why the attempt failed; null if it did not. */
    public ?string $error;

    /** response */
    public ?WebhookResponse $response;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->id = Cast::string($raw['id'] ?? null);
        $this->event_id = Cast::string($raw['event_id'] ?? null);
        $this->type = Cast::string($raw['type'] ?? null);
        $this->status = Cast::string($raw['status'] ?? null);
        $this->replayed = Cast::bool($raw['replayed'] ?? null);
        $this->created_at = Cast::string($raw['created_at'] ?? null);
        $this->attempt = Cast::int($raw['attempt'] ?? null);
        $this->next_attempt_at = isset($raw['next_attempt_at']) ? Cast::string($raw['next_attempt_at']) : null;
        $this->duration_ms = isset($raw['duration_ms']) ? Cast::int($raw['duration_ms']) : null;
        $this->error = isset($raw['error']) ? Cast::string($raw['error']) : null;
        $this->response = isset($raw['response']) ? new WebhookResponse(Cast::map($raw['response'])) : null;
    }
}
