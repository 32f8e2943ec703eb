<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** The link that was clicked. */
final readonly class EventLink extends Model
{
    /** Id of the link. */
    public string $id;

    /** Its short URL; null in the rare case that the link is not listed yet. */
    public ?string $short_url;

    /**
     * Its tags.
     * @var list<string>
     */
    public array $tags;

    /** Id of its campaign. */
    public ?string $campaign_id;

    /** Its id in another system. */
    public ?string $external_id;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->id = Cast::string($raw['id'] ?? null);
        $this->short_url = isset($raw['short_url']) ? Cast::string($raw['short_url']) : null;
        $this->tags = Cast::list($raw['tags'] ?? null, fn (mixed $one) => Cast::string($one));
        $this->campaign_id = isset($raw['campaign_id']) ? Cast::string($raw['campaign_id']) : null;
        $this->external_id = isset($raw['external_id']) ? Cast::string($raw['external_id']) : null;
    }
}
