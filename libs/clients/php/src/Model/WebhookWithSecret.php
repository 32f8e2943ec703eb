<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** A webhook with its secret. */
final readonly class WebhookWithSecret extends Model
{
    /** Id of the webhook. */
    public string $id;

    /** Where events are sent. */
    public string $url;

    /**
     * Names of events, and patterns.
     * @var list<string>
     */
    public array $events;

    /** A note for people. */
    public ?string $description;

    /** An event is delivered if it passes every list that is not empty. */
    public WebhookFilters $filters;

    /** False: it is paused. */
    public bool $active;

    /** Status of a webhook. `paused`: its `active` is false. `disabled`: see its `disabled_reason`. */
    public string $status;

    /** When it was disabled. */
    public ?string $disabled_at;

    /**
     * `failures`: 20 deliveries in a row failed for good, and none succeeded for 24 hours. `gone`: the endpoint
     * answered 410.
     */
    public ?string $disabled_reason;

    /** When it was created. */
    public string $created_at;

    /** When it was last changed. */
    public string $updated_at;

    /**
     * Signs its deliveries. Only in this answer and in its repeats under the same Idempotency-Key.
     * It is a secret: do not log it.
     */
    public string $secret;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->id = Cast::string($raw['id'] ?? null);
        $this->url = Cast::string($raw['url'] ?? null);
        $this->events = Cast::list($raw['events'] ?? null, fn (mixed $one) => Cast::string($one));
        $this->description = isset($raw['description']) ? Cast::string($raw['description']) : null;
        $this->filters = new WebhookFilters(Cast::map($raw['filters'] ?? null));
        $this->active = Cast::bool($raw['active'] ?? null);
        $this->status = Cast::string($raw['status'] ?? null);
        $this->disabled_at = isset($raw['disabled_at']) ? Cast::string($raw['disabled_at']) : null;
        $this->disabled_reason = isset($raw['disabled_reason']) ? Cast::string($raw['disabled_reason']) : null;
        $this->created_at = Cast::string($raw['created_at'] ?? null);
        $this->updated_at = Cast::string($raw['updated_at'] ?? null);
        $this->secret = Cast::string($raw['secret'] ?? null);
    }

    /** @return array<string, mixed> Without its secrets. */
    public function __debugInfo(): array
    {
        return $this->redacted(['secret']);
    }
}
