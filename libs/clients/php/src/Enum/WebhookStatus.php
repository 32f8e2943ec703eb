<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Enum;

/**
 * Status of a webhook. `paused`: its `active` is false. `disabled`: see its `disabled_reason`.
 * Values may be added.
 */
final class WebhookStatus
{
    public const ACTIVE = 'active';
    public const PAUSED = 'paused';
    public const DISABLED = 'disabled';
}
