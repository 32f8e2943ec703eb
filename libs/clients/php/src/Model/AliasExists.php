<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** Whether an alias is taken. */
final readonly class AliasExists extends Model
{
    /** Whether a link has the alias, of any workspace. */
    public bool $exists;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->exists = Cast::bool($raw['exists'] ?? null);
    }
}
