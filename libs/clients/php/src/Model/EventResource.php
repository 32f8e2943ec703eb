<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** What an event is about. */
final readonly class EventResource extends Model
{
    /** Kind of resource, as in `type`. */
    public string $type;

    /** Its id. */
    public string $id;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->type = Cast::string($raw['type'] ?? null);
        $this->id = Cast::string($raw['id'] ?? null);
    }
}
