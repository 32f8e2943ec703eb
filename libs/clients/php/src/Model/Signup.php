<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** A sign-up that waits for its confirmation by mail. */
final readonly class Signup extends Model
{
    /** The address that gets the mail. */
    public string $email;

    /** From then on the token of the mail is not valid. */
    public string $expires_at;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->email = Cast::string($raw['email'] ?? null);
        $this->expires_at = Cast::string($raw['expires_at'] ?? null);
    }
}
