<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** Who sends the request: a user or an API key, and the workspace. */
final readonly class Me extends Model
{
    /** The user; null for an API key. */
    public ?User $user;

    /** The API key; null for a user. */
    public ?ApiKey $api_key;

    /** The workspace; null when it is deleted. */
    public ?WorkspaceName $workspace;

    /** The user's role; null for an API key, and in a deleted workspace. */
    public ?string $role;

    /**
     * Every workspace of the user that is not deleted, first joined first; `POST /v1/auth/switch` opens another one.
     * @var list<OwnWorkspace>
     */
    public array $workspaces;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->user = isset($raw['user']) ? new User(Cast::map($raw['user'])) : null;
        $this->api_key = isset($raw['api_key']) ? new ApiKey(Cast::map($raw['api_key'])) : null;
        $this->workspace = isset($raw['workspace']) ? new WorkspaceName(Cast::map($raw['workspace'])) : null;
        $this->role = isset($raw['role']) ? Cast::string($raw['role']) : null;
        $this->workspaces = Cast::list($raw['workspaces'] ?? null, fn (mixed $one) => new OwnWorkspace(Cast::map($one)));
    }
}
