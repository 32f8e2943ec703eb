<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** A destination for a share of the visitors. */
final readonly class Variant extends Model
{
    /** Where its share of visitors goes. */
    public string $destination_url;

    /** Its share, relative to the weights of the others. */
    public int $weight;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->destination_url = Cast::string($raw['destination_url'] ?? null);
        $this->weight = Cast::int($raw['weight'] ?? null);
    }
}
