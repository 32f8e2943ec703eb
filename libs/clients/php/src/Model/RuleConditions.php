<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** All of them must hold; of a list, one must. */
final readonly class RuleConditions extends Model
{
    /**
     * `mobile`, `tablet` or `desktop`.
     * @var string|list<string>|null
     */
    public mixed $device;

    /**
     * Operating system, as analytics names it.
     * @var string|list<string>|null
     */
    public mixed $os;

    /**
     * Browser, as analytics names it.
     * @var string|list<string>|null
     */
    public mixed $browser;

    /**
     * Language tag of the visitor's first choice. `de` holds for `de-AT` as well.
     * @var string|list<string>|null
     */
    public mixed $language;

    /**
     * Country code of ISO 3166-1 alpha-2.
     * @var string|list<string>|null
     */
    public mixed $country;

    /**
     * Address, or network in CIDR notation.
     * @var string|list<string>|null
     */
    public mixed $ip;

    /**
     * By name the value that must occur; true for any value.
     * @var array<string, string|bool>|null
     */
    public ?array $query;

    /** From this instant on. */
    public ?string $after;

    /** Until just before this instant. */
    public ?string $before;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->device = $raw['device'] ?? null;
        $this->os = $raw['os'] ?? null;
        $this->browser = $raw['browser'] ?? null;
        $this->language = $raw['language'] ?? null;
        $this->country = $raw['country'] ?? null;
        $this->ip = $raw['ip'] ?? null;
        $this->query = isset($raw['query']) ? Cast::map($raw['query']) : null;
        $this->after = isset($raw['after']) ? Cast::string($raw['after']) : null;
        $this->before = isset($raw['before']) ? Cast::string($raw['before']) : null;
    }
}
