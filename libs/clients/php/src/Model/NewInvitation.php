<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** A new invitation with its token. */
final readonly class NewInvitation extends Model
{
    /** Id of the invitation. */
    public string $id;

    /** The address that is invited. */
    public string $email;

    /** What a user may do: a viewer reads, a member changes everything but the workspace and its members. */
    public string $role;

    /** The id of the owner who invited. */
    public string $invited_by;

    /** When it was sent. */
    public string $created_at;

    /** Seven days later: from then on the token is not valid. */
    public string $expires_at;

    /**
     * For `POST /v1/auth/accept`. It is in this answer only, and in its repeats under the same Idempotency-Key.
     * Absent where the server has mailed it.
     * It is a secret: do not log it.
     */
    public ?string $token;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->id = Cast::string($raw['id'] ?? null);
        $this->email = Cast::string($raw['email'] ?? null);
        $this->role = Cast::string($raw['role'] ?? null);
        $this->invited_by = Cast::string($raw['invited_by'] ?? null);
        $this->created_at = Cast::string($raw['created_at'] ?? null);
        $this->expires_at = Cast::string($raw['expires_at'] ?? null);
        $this->token = isset($raw['token']) ? Cast::string($raw['token']) : null;
    }

    /** @return array<string, mixed> Without its secrets. */
    public function __debugInfo(): array
    {
        return $this->redacted(['token']);
    }
}
