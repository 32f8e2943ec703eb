<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Enum;

/**
 * What clicks are filtered and grouped by.
 * Values may be added.
 */
final class Dimension
{
    public const COUNTRY = 'country';
    public const REGION = 'region';
    public const CITY = 'city';
    public const CONTINENT = 'continent';
    public const DEVICE = 'device';
    public const BROWSER = 'browser';
    public const OS = 'os';
    public const LANGUAGE = 'language';
    public const REFERRER = 'referrer';
    public const REFERRER_URL = 'referrer_url';
    public const TRIGGER = 'trigger';
    public const LINK = 'link';
    public const DOMAIN = 'domain';
    public const TAG = 'tag';
    public const CAMPAIGN = 'campaign';
    public const DESTINATION = 'destination';
    public const UTM_SOURCE = 'utm_source';
    public const UTM_MEDIUM = 'utm_medium';
    public const UTM_CAMPAIGN = 'utm_campaign';
    public const UTM_TERM = 'utm_term';
    public const UTM_CONTENT = 'utm_content';
    public const VARIANT = 'variant';
}
