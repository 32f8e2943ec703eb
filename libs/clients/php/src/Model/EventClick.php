<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** A click, without anything that identifies its visitor. */
final readonly class EventClick extends Model
{
    /** Id of the click. It never changes. */
    public string $id;

    /** When the visitor was redirected. */
    public string $at;

    /**
     * Where the visitor was sent. The utm fields are those of this URL: the destination's own, or else the visitor's,
     * the link's, the campaign's.
     */
    public string $destination;

    /** The `utm_source` of the destination. */
    public ?string $utm_source;

    /** The `utm_medium` of the destination. */
    public ?string $utm_medium;

    /** The `utm_campaign` of the destination. */
    public ?string $utm_campaign;

    /** The `utm_term` of the destination. */
    public ?string $utm_term;

    /** The `utm_content` of the destination. */
    public ?string $utm_content;

    /** Country code of ISO 3166-1 alpha-2. */
    public ?string $country;

    /** Region of the country. */
    public ?string $region;

    /** City. */
    public ?string $city;

    /** Kind of device. */
    public ?string $device;

    /** Name of the browser. */
    public ?string $browser;

    /** Name of the operating system. */
    public ?string $os;

    /** Language of the visitor's first choice. */
    public ?string $language;

    /** Host of the page that the visitor came from. */
    public ?string $referrer;

    /** How the visitor came: `link` or `qr`. */
    public string $trigger;

    /** Whether the visitor is a bot. */
    public bool $is_bot;

    /** Index of the rule of the link that decided, from 0. */
    public ?int $rule;

    /** Index of the variant that was drawn, from 0. */
    public ?int $variant;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->id = Cast::string($raw['id'] ?? null);
        $this->at = Cast::string($raw['at'] ?? null);
        $this->destination = Cast::string($raw['destination'] ?? null);
        $this->utm_source = isset($raw['utm_source']) ? Cast::string($raw['utm_source']) : null;
        $this->utm_medium = isset($raw['utm_medium']) ? Cast::string($raw['utm_medium']) : null;
        $this->utm_campaign = isset($raw['utm_campaign']) ? Cast::string($raw['utm_campaign']) : null;
        $this->utm_term = isset($raw['utm_term']) ? Cast::string($raw['utm_term']) : null;
        $this->utm_content = isset($raw['utm_content']) ? Cast::string($raw['utm_content']) : null;
        $this->country = isset($raw['country']) ? Cast::string($raw['country']) : null;
        $this->region = isset($raw['region']) ? Cast::string($raw['region']) : null;
        $this->city = isset($raw['city']) ? Cast::string($raw['city']) : null;
        $this->device = isset($raw['device']) ? Cast::string($raw['device']) : null;
        $this->browser = isset($raw['browser']) ? Cast::string($raw['browser']) : null;
        $this->os = isset($raw['os']) ? Cast::string($raw['os']) : null;
        $this->language = isset($raw['language']) ? Cast::string($raw['language']) : null;
        $this->referrer = isset($raw['referrer']) ? Cast::string($raw['referrer']) : null;
        $this->trigger = Cast::string($raw['trigger'] ?? null);
        $this->is_bot = Cast::bool($raw['is_bot'] ?? null);
        $this->rule = isset($raw['rule']) ? Cast::int($raw['rule']) : null;
        $this->variant = isset($raw['variant']) ? Cast::int($raw['variant']) : null;
    }
}
