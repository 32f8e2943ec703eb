<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** A tag and how many links have it. */
final readonly class Tag extends Model
{
    /** The tag. */
    public string $tag;

    /** Links that have it and are not deleted. */
    public int $count;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->tag = Cast::string($raw['tag'] ?? null);
        $this->count = Cast::int($raw['count'] ?? null);
    }
}
