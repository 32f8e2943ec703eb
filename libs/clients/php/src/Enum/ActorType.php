<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Enum;

/**
 * Kind of actor.
 * Values may be added.
 */
final class ActorType
{
    public const API_KEY = 'api_key';
    public const USER = 'user';
    public const SYSTEM = 'system';
}
