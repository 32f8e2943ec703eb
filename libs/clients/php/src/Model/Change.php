<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** A field before and after an event. */
final readonly class Change extends Model
{
    /** The value before; null before the creation. */
    public mixed $from;

    /** The value after. */
    public mixed $to;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->from = $raw['from'] ?? null;
        $this->to = $raw['to'] ?? null;
    }
}
