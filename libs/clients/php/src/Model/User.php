<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** A user. */
final readonly class User extends Model
{
    /** Id of the user. */
    public string $id;

    /** E-mail address. */
    public string $email;

    /** Name of the user. */
    public ?string $name;

    /** When the account was made. */
    public string $created_at;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->id = Cast::string($raw['id'] ?? null);
        $this->email = Cast::string($raw['email'] ?? null);
        $this->name = isset($raw['name']) ? Cast::string($raw['name']) : null;
        $this->created_at = Cast::string($raw['created_at'] ?? null);
    }
}
