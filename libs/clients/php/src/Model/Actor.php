<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** Who did it: an API key, a user or the system. */
final readonly class Actor extends Model
{
    /** Kind of actor. */
    public string $type;

    /** Id of the API key or user; of the system, which part it was: `waymark`, `scheduler`, `webhooks`, `operator`. */
    public string $id;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->type = Cast::string($raw['type'] ?? null);
        $this->id = Cast::string($raw['id'] ?? null);
    }
}
