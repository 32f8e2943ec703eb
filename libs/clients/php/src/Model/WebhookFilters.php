<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** An event is delivered if it passes every list that is not empty. */
final readonly class WebhookFilters extends Model
{
    /**
     * Ids of links.
     * @var list<string>
     */
    public array $link_ids;

    /**
     * Tags.
     * @var list<string>
     */
    public array $tags;

    /**
     * Ids of campaigns.
     * @var list<string>
     */
    public array $campaign_ids;

    /**
     * Host names.
     * @var list<string>
     */
    public array $domains;

    /** Whether clicks of bots are delivered, too. */
    public bool $include_bots;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->link_ids = Cast::list($raw['link_ids'] ?? null, fn (mixed $one) => Cast::string($one));
        $this->tags = Cast::list($raw['tags'] ?? null, fn (mixed $one) => Cast::string($one));
        $this->campaign_ids = Cast::list($raw['campaign_ids'] ?? null, fn (mixed $one) => Cast::string($one));
        $this->domains = Cast::list($raw['domains'] ?? null, fn (mixed $one) => Cast::string($one));
        $this->include_bots = Cast::bool($raw['include_bots'] ?? null);
    }
}
