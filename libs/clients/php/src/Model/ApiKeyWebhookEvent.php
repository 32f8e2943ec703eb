<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/**
 * Body of `api_key.created`, `api_key.expired`, `api_key.grace_expired`, `api_key.renamed`, `api_key.revoked`,
 * `api_key.rotated`.
 */
final readonly class ApiKeyWebhookEvent extends Model
{
    /** Id of the event, the same for every webhook and in every attempt. */
    public string $id;

    /** What happened. */
    public string $type;

    /** When it happened. */
    public string $created_at;

    /** Id of the workspace. */
    public string $workspace_id;

    /** Fields may be added within a version. */
    public string $api_version;

    /** Of the resource: the highest is the newest. */
    public ?string $revision;

    /** An API key without its usage, as it was at an instant. */
    public ApiKeyAt $data;

    /**
     * Former values of the fields that changed.
     * @var array<string, mixed>|null
     */
    public ?array $previous;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->id = Cast::string($raw['id'] ?? null);
        $this->type = Cast::string($raw['type'] ?? null);
        $this->created_at = Cast::string($raw['created_at'] ?? null);
        $this->workspace_id = Cast::string($raw['workspace_id'] ?? null);
        $this->api_version = Cast::string($raw['api_version'] ?? null);
        $this->revision = isset($raw['revision']) ? Cast::string($raw['revision']) : null;
        $this->data = new ApiKeyAt(Cast::map($raw['data'] ?? null));
        $this->previous = isset($raw['previous']) ? Cast::map($raw['previous']) : null;
    }
}
