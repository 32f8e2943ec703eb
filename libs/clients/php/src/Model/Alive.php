<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** The process runs. */
final readonly class Alive extends Model
{
    /** The process runs. */
    public string $status;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->status = Cast::string($raw['status'] ?? null);
    }
}
