<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** A click and its link. */
final readonly class EventClickOfLink extends Model
{
    /** A click, without anything that identifies its visitor. */
    public EventClick $click;

    /** The link that was clicked. */
    public EventLink $link;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->click = new EventClick(Cast::map($raw['click'] ?? null));
        $this->link = new EventLink(Cast::map($raw['link'] ?? null));
    }
}
