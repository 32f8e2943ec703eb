<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Enum;

/**
 * Status of a campaign. It changes no redirect.
 * Values may be added.
 */
final class CampaignStatus
{
    public const DRAFT = 'draft';
    public const ACTIVE = 'active';
    public const PAUSED = 'paused';
    public const ENDED = 'ended';
}
