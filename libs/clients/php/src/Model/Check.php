<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** The check of a dependency. */
final readonly class Check extends Model
{
    /** Whether the dependency answered. */
    public string $status;

    /** Milliseconds that the check took. */
    public int $duration_ms;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->status = Cast::string($raw['status'] ?? null);
        $this->duration_ms = Cast::int($raw['duration_ms'] ?? null);
    }
}
