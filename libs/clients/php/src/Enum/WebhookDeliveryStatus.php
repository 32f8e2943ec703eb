<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Enum;

/**
 * `pending`: an attempt is due or under way. `failed`: all attempts have failed. `skipped`: the webhook was disabled,
 * paused or deleted before.
 * Values may be added.
 */
final class WebhookDeliveryStatus
{
    public const PENDING = 'pending';
    public const DELIVERED = 'delivered';
    public const FAILED = 'failed';
    public const SKIPPED = 'skipped';
}
