<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** The rotated key. It stays valid for 24 h, or until its expiration if that is earlier. */
final readonly class RotatedFrom extends Model
{
    /** Id of the rotated key. */
    public string $id;

    /** It is in its grace period. */
    public string $status;

    /** The first instant at which it is no longer valid. */
    public string $grace_ends_at;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->id = Cast::string($raw['id'] ?? null);
        $this->status = Cast::string($raw['status'] ?? null);
        $this->grace_ends_at = Cast::string($raw['grace_ends_at'] ?? null);
    }
}
