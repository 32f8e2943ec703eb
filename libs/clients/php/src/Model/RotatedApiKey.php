<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** The new API key with the key itself, and the key that it replaces. */
final readonly class RotatedApiKey extends Model
{
    /** Id of the API key. */
    public string $id;

    /** Name of the key. */
    public string $name;

    /** What an API key may do. Bodies take `read`, `read_write` and `read+write` as well, in any case. */
    public string $scope;

    /** Status of an API key. An active one and one in its grace period are accepted. */
    public string $status;

    /** `svc_live_` and the first 4 characters. */
    public string $start;

    /** The first instant at which the key is no longer valid. */
    public ?string $expiration;

    /** When it was created. */
    public string $created_at;

    /** Who created the key. */
    public Actor $created_by;

    /** After a rotation: the first instant at which it is no longer valid. */
    public ?string $grace_ends_at;

    /** When it was revoked. */
    public ?string $revoked_at;

    /** As given to `POST …/revoke`. */
    public ?string $revocation_reason;

    /** Id of the key that it replaced. */
    public ?string $rotated_from;

    /** Id of the key that replaced it. */
    public ?string $rotated_to;

    /** Id of its workspace. */
    public string $workspace_id;

    /** When it was last used. */
    public ?string $last_used_at;

    /** Requests authenticated by this key, refused ones included, within 2 s. A crash may lose the last second. */
    public int $request_count;

    /**
     * The whole key. It is only in this answer and in its repeats under the same Idempotency-Key.
     * It is a secret: do not log it.
     */
    public string $key;

    /** The rotated key. It stays valid for 24 h, or until its expiration if that is earlier. */
    public RotatedFrom $previous;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->id = Cast::string($raw['id'] ?? null);
        $this->name = Cast::string($raw['name'] ?? null);
        $this->scope = Cast::string($raw['scope'] ?? null);
        $this->status = Cast::string($raw['status'] ?? null);
        $this->start = Cast::string($raw['start'] ?? null);
        $this->expiration = isset($raw['expiration']) ? Cast::string($raw['expiration']) : null;
        $this->created_at = Cast::string($raw['created_at'] ?? null);
        $this->created_by = new Actor(Cast::map($raw['created_by'] ?? null));
        $this->grace_ends_at = isset($raw['grace_ends_at']) ? Cast::string($raw['grace_ends_at']) : null;
        $this->revoked_at = isset($raw['revoked_at']) ? Cast::string($raw['revoked_at']) : null;
        $this->revocation_reason = isset($raw['revocation_reason']) ? Cast::string($raw['revocation_reason']) : null;
        $this->rotated_from = isset($raw['rotated_from']) ? Cast::string($raw['rotated_from']) : null;
        $this->rotated_to = isset($raw['rotated_to']) ? Cast::string($raw['rotated_to']) : null;
        $this->workspace_id = Cast::string($raw['workspace_id'] ?? null);
        $this->last_used_at = isset($raw['last_used_at']) ? Cast::string($raw['last_used_at']) : null;
        $this->request_count = Cast::int($raw['request_count'] ?? null);
        $this->key = Cast::string($raw['key'] ?? null);
        $this->previous = new RotatedFrom(Cast::map($raw['previous'] ?? null));
    }

    /** @return array<string, mixed> Without its secrets. */
    public function __debugInfo(): array
    {
        return $this->redacted(['key']);
    }
}
