<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Enum;

/**
 * A window in time by its name.
 * Values may be added.
 */
final class Range
{
    public const TODAY = 'today';
    public const YESTERDAY = 'yesterday';
    public const LAST_HOUR = 'last_hour';
    public const _24H = '24h';
    public const _7D = '7d';
    public const _30D = '30d';
    public const _90D = '90d';
    public const _12M = '12m';
    public const WTD = 'wtd';
    public const MTD = 'mtd';
    public const QTD = 'qtd';
    public const YTD = 'ytd';
    public const LAST_WEEK = 'last_week';
    public const LAST_MONTH = 'last_month';
    public const ALL = 'all';
    public const CUSTOM = 'custom';
}
