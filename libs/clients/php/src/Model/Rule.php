<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** Another destination for some visitors. */
final readonly class Rule extends Model
{
    /** All of them must hold; of a list, one must. */
    public RuleConditions $if;

    /** Where visitors go for whom the rule holds. */
    public string $destination_url;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->if = new RuleConditions(Cast::map($raw['if'] ?? null));
        $this->destination_url = Cast::string($raw['destination_url'] ?? null);
    }
}
