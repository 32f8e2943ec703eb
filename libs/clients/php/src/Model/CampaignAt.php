<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** A campaign without its counters, as it was at an instant. */
final readonly class CampaignAt extends Model
{
    /** Id of the campaign. */
    public string $id;

    /** Name of the campaign. */
    public string $name;

    /** Notes, for your own use. */
    public ?string $description;

    /** Status of a campaign. It changes no redirect. */
    public string $status;

    /** A draft is started then. */
    public ?string $starts_at;

    /** An active or paused campaign is ended then. */
    public ?string $ends_at;

    /** The `utm_source` that its links inherit. */
    public ?string $utm_source;

    /** The `utm_medium` that its links inherit. */
    public ?string $utm_medium;

    /** The `utm_campaign` that its links inherit. */
    public ?string $utm_campaign;

    /**
     * Tags of the campaign.
     * @var list<string>
     */
    public array $tags;

    /** When it was created. */
    public string $created_at;

    /** When it was last changed. */
    public string $updated_at;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->id = Cast::string($raw['id'] ?? null);
        $this->name = Cast::string($raw['name'] ?? null);
        $this->description = isset($raw['description']) ? Cast::string($raw['description']) : null;
        $this->status = Cast::string($raw['status'] ?? null);
        $this->starts_at = isset($raw['starts_at']) ? Cast::string($raw['starts_at']) : null;
        $this->ends_at = isset($raw['ends_at']) ? Cast::string($raw['ends_at']) : null;
        $this->utm_source = isset($raw['utm_source']) ? Cast::string($raw['utm_source']) : null;
        $this->utm_medium = isset($raw['utm_medium']) ? Cast::string($raw['utm_medium']) : null;
        $this->utm_campaign = isset($raw['utm_campaign']) ? Cast::string($raw['utm_campaign']) : null;
        $this->tags = Cast::list($raw['tags'] ?? null, fn (mixed $one) => Cast::string($one));
        $this->created_at = Cast::string($raw['created_at'] ?? null);
        $this->updated_at = Cast::string($raw['updated_at'] ?? null);
    }
}
