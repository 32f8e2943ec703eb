<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** Requests of an API key on a day. */
final readonly class ApiKeyUsageDay extends Model
{
    /** The day, in UTC. */
    public string $date;

    /** Requests on this day. */
    public int $requests;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->date = Cast::string($raw['date'] ?? null);
        $this->requests = Cast::int($raw['requests'] ?? null);
    }
}
