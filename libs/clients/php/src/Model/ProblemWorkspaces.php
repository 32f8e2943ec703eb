<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** A workspace. */
final readonly class ProblemWorkspaces extends Model
{
    /** Its id. */
    public string $id;

    /** Its name. */
    public string $name;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->id = Cast::string($raw['id'] ?? null);
        $this->name = Cast::string($raw['name'] ?? null);
    }
}
