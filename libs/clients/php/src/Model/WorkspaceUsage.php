<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** What the workspace has. */
final readonly class WorkspaceUsage extends Model
{
    /** Links that are not deleted. */
    public int $links;

    /** Keys that are active or in grace. */
    public int $api_keys;

    /** Its members. */
    public int $members;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->links = Cast::int($raw['links'] ?? null);
        $this->api_keys = Cast::int($raw['api_keys'] ?? null);
        $this->members = Cast::int($raw['members'] ?? null);
    }
}
