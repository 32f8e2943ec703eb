<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** A link without its counters, as it was at an instant. */
final readonly class LinkAt extends Model
{
    /** Id of the link. */
    public string $id;

    /** The address to share. */
    public string $short_url;

    /** Where the link leads. */
    public string $destination_url;

    /** When the link was created. */
    public string $created_at;

    /** Path of the short URL, as it was typed. */
    public string $alias;

    /** Host name of the short URL. */
    public string $domain;

    /** Title, for your own use. */
    public ?string $title;

    /**
     * Tags, in the order that they were set.
     * @var list<string>
     */
    public array $tags;

    /** The `utm_source` of visits whose destination and query have none. */
    public ?string $utm_source;

    /** The `utm_medium` of visits whose destination and query have none. */
    public ?string $utm_medium;

    /** The `utm_campaign` of visits whose destination and query have none. */
    public ?string $utm_campaign;

    /** The `utm_term` of visits whose destination and query have none. */
    public ?string $utm_term;

    /** The `utm_content` of visits whose destination and query have none. */
    public ?string $utm_content;

    /** The campaign that the link belongs to. */
    public ?string $campaign_id;

    /** Id of the link in another system. */
    public ?string $external_id;

    /** The last that holds of `disabled`, `expired`, `archived` and `deleted`; otherwise `active`. */
    public string $status;

    /** HTTP status of the redirect. */
    public int $redirect_type;

    /** Whether the query of a visit is appended to the destination. */
    public bool $forward_query;

    /** The link is not found before. */
    public ?string $starts_at;

    /** The link has expired from then on. */
    public ?string $expires_at;

    /** Where the link leads once it has expired. */
    public ?string $expired_url;

    /** After so many redirects of people the link has expired. */
    public ?int $click_limit;

    /** Whether visitors are asked for a password. */
    public bool $has_password;

    /**
     * Other destinations for some visitors: the first rule that holds decides.
     * @var list<Rule>
     */
    public array $rules;

    /**
     * Destinations that share the visitors by weight where no rule holds.
     * @var list<Variant>
     */
    public array $variants;

    /** preview */
    public ?Preview $preview;

    /** An image of its QR code, for callers with a credential. */
    public string $qr_url;

    /** Who created the link. */
    public Actor $created_by;

    /** When it was last changed. */
    public string $updated_at;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->id = Cast::string($raw['id'] ?? null);
        $this->short_url = Cast::string($raw['short_url'] ?? null);
        $this->destination_url = Cast::string($raw['destination_url'] ?? null);
        $this->created_at = Cast::string($raw['created_at'] ?? null);
        $this->alias = Cast::string($raw['alias'] ?? null);
        $this->domain = Cast::string($raw['domain'] ?? null);
        $this->title = isset($raw['title']) ? Cast::string($raw['title']) : null;
        $this->tags = Cast::list($raw['tags'] ?? null, fn (mixed $one) => Cast::string($one));
        $this->utm_source = isset($raw['utm_source']) ? Cast::string($raw['utm_source']) : null;
        $this->utm_medium = isset($raw['utm_medium']) ? Cast::string($raw['utm_medium']) : null;
        $this->utm_campaign = isset($raw['utm_campaign']) ? Cast::string($raw['utm_campaign']) : null;
        $this->utm_term = isset($raw['utm_term']) ? Cast::string($raw['utm_term']) : null;
        $this->utm_content = isset($raw['utm_content']) ? Cast::string($raw['utm_content']) : null;
        $this->campaign_id = isset($raw['campaign_id']) ? Cast::string($raw['campaign_id']) : null;
        $this->external_id = isset($raw['external_id']) ? Cast::string($raw['external_id']) : null;
        $this->status = Cast::string($raw['status'] ?? null);
        $this->redirect_type = Cast::int($raw['redirect_type'] ?? null);
        $this->forward_query = Cast::bool($raw['forward_query'] ?? null);
        $this->starts_at = isset($raw['starts_at']) ? Cast::string($raw['starts_at']) : null;
        $this->expires_at = isset($raw['expires_at']) ? Cast::string($raw['expires_at']) : null;
        $this->expired_url = isset($raw['expired_url']) ? Cast::string($raw['expired_url']) : null;
        $this->click_limit = isset($raw['click_limit']) ? Cast::int($raw['click_limit']) : null;
        $this->has_password = Cast::bool($raw['has_password'] ?? null);
        $this->rules = Cast::list($raw['rules'] ?? null, fn (mixed $one) => new Rule(Cast::map($one)));
        $this->variants = Cast::list($raw['variants'] ?? null, fn (mixed $one) => new Variant(Cast::map($one)));
        $this->preview = isset($raw['preview']) ? new Preview(Cast::map($raw['preview'])) : null;
        $this->qr_url = Cast::string($raw['qr_url'] ?? null);
        $this->created_by = new Actor(Cast::map($raw['created_by'] ?? null));
        $this->updated_at = Cast::string($raw['updated_at'] ?? null);
    }
}
