<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** How to get an account. */
final readonly class AuthOptions extends Model
{
    /** Whether `POST /v1/auth/register` takes new users. */
    public string $signup;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->signup = Cast::string($raw['signup'] ?? null);
    }
}
