<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** A workspace with its usage and limits. */
final readonly class Workspace extends Model
{
    /** Id of the workspace. */
    public string $id;

    /** Name of the workspace. */
    public string $name;

    /** Plan of a workspace. Only the operator changes it. */
    public string $plan;

    /** When it was created. */
    public string $created_at;

    /** When it was last changed. */
    public string $updated_at;

    /** What the workspace has. */
    public WorkspaceUsage $usage;

    /** What the workspace may have. */
    public WorkspaceLimits $limits;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->id = Cast::string($raw['id'] ?? null);
        $this->name = Cast::string($raw['name'] ?? null);
        $this->plan = Cast::string($raw['plan'] ?? null);
        $this->created_at = Cast::string($raw['created_at'] ?? null);
        $this->updated_at = Cast::string($raw['updated_at'] ?? null);
        $this->usage = new WorkspaceUsage(Cast::map($raw['usage'] ?? null));
        $this->limits = new WorkspaceLimits(Cast::map($raw['limits'] ?? null));
    }
}
