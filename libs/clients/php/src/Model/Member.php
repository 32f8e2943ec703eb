<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** A member of the workspace. */
final readonly class Member extends Model
{
    /** Id of the user. */
    public string $id;

    /** E-mail address of the user. */
    public string $email;

    /** Name of the user. */
    public ?string $name;

    /** What a user may do: a viewer reads, a member changes everything but the workspace and its members. */
    public string $role;

    /** When the user became a member. */
    public string $created_at;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->id = Cast::string($raw['id'] ?? null);
        $this->email = Cast::string($raw['email'] ?? null);
        $this->name = isset($raw['name']) ? Cast::string($raw['name']) : null;
        $this->role = Cast::string($raw['role'] ?? null);
        $this->created_at = Cast::string($raw['created_at'] ?? null);
    }
}
