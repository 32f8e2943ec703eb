<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** At most 500 clicks, or those of a second. */
final readonly class EventClicks extends Model
{
    /**
     * The clicks.
     * @var list<EventClickOfLink>
     */
    public array $clicks;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->clicks = Cast::list($raw['clicks'] ?? null, fn (mixed $one) => new EventClickOfLink(Cast::map($one)));
    }
}
