<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Enum;

/**
 * What a user may do: a viewer reads, a member changes everything but the workspace and its members.
 * Values may be added.
 */
final class Role
{
    public const OWNER = 'owner';
    public const MEMBER = 'member';
    public const VIEWER = 'viewer';
}
