<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** An attempt of a delivery. */
final readonly class WebhookAttempt extends Model
{
    /** When it began. */
    public string $at;

    /** Milliseconds that the attempt took. */
    public int $duration_ms;

    /** Why the attempt failed; null if it did not. */
    public ?string $error;

    /** response */
    public ?WebhookResponse $response;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->at = Cast::string($raw['at'] ?? null);
        $this->duration_ms = Cast::int($raw['duration_ms'] ?? null);
        $this->error = isset($raw['error']) ? Cast::string($raw['error']) : null;
        $this->response = isset($raw['response']) ? new WebhookResponse(Cast::map($raw['response'])) : null;
    }
}
