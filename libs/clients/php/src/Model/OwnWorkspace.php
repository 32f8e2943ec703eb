<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** A workspace of the user. */
final readonly class OwnWorkspace extends Model
{
    /** Id of the workspace. */
    public string $id;

    /** Name of the workspace. */
    public string $name;

    /** Plan of a workspace. Only the operator changes it. */
    public string $plan;

    /** What a user may do: a viewer reads, a member changes everything but the workspace and its members. */
    public string $role;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->id = Cast::string($raw['id'] ?? null);
        $this->name = Cast::string($raw['name'] ?? null);
        $this->plan = Cast::string($raw['plan'] ?? null);
        $this->role = Cast::string($raw['role'] ?? null);
    }
}
