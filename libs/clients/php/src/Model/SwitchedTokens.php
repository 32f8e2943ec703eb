<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** Tokens of a session in the other workspace. */
final readonly class SwitchedTokens extends Model
{
    /**
     * A JWT; valid for `expires_in` seconds.
     * It is a secret: do not log it.
     */
    public string $access_token;

    /** How the token is sent. */
    public string $token_type;

    /** Seconds until the access token expires. */
    public int $expires_in;

    /**
     * For `POST /v1/auth/refresh`, once. Null when a cookie has it.
     * It is a secret: do not log it.
     */
    public ?string $refresh_token;

    /** A user. */
    public User $user;

    /** The workspace that is open; null when it is deleted. */
    public ?WorkspaceName $workspace;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->access_token = Cast::string($raw['access_token'] ?? null);
        $this->token_type = Cast::string($raw['token_type'] ?? null);
        $this->expires_in = Cast::int($raw['expires_in'] ?? null);
        $this->refresh_token = isset($raw['refresh_token']) ? Cast::string($raw['refresh_token']) : null;
        $this->user = new User(Cast::map($raw['user'] ?? null));
        $this->workspace = isset($raw['workspace']) ? new WorkspaceName(Cast::map($raw['workspace'])) : null;
    }

    /** @return array<string, mixed> Without its secrets. */
    public function __debugInfo(): array
    {
        return $this->redacted(['access_token', 'refresh_token']);
    }
}
