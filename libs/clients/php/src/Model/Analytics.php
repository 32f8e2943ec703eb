<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** Clicks in a window: totals, time series and groups. */
final readonly class Analytics extends Model
{
    /** A window in time by its name. */
    public string $range;

    /** Start of the window. */
    public string $start;

    /** End of the window, exclusive. */
    public string $end;

    /** The time zone of days. */
    public string $timezone;

    /** Width of the points of a time series. */
    public string $interval;

    /** The totals of a window. */
    public AnalyticsTotals $totals;

    /** The totals of the previous window, with the same filters, and the bounds of that window. */
    public AnalyticsPrevious $previous;

    /**
     * The window in points, zeros included.
     * @var list<AnalyticsPoint>
     */
    public array $timeseries;

    /** The window that `compare` names; absent without it. */
    public ?AnalyticsComparison $comparison;

    /**
     * The links with the most clicks.
     * @var list<AnalyticsTopLink>
     */
    public array $top_links;

    /**
     * Clicks by country, most clicks first.
     * @var list<AnalyticsGroup>
     */
    public array $countries;

    /**
     * Clicks by region, most clicks first. With `group_by=region`.
     * @var list<AnalyticsGroup>|null
     */
    public ?array $regions;

    /**
     * Clicks by city, most clicks first.
     * @var list<AnalyticsGroup>
     */
    public array $cities;

    /**
     * Clicks by continent, most clicks first. With `group_by=continent`.
     * @var list<AnalyticsGroup>|null
     */
    public ?array $continents;

    /**
     * Clicks by device, most clicks first.
     * @var list<AnalyticsGroup>
     */
    public array $devices;

    /**
     * Clicks by browser, most clicks first.
     * @var list<AnalyticsGroup>
     */
    public array $browsers;

    /**
     * Clicks by os, most clicks first.
     * @var list<AnalyticsGroup>
     */
    public array $os;

    /**
     * Clicks by language, most clicks first. With `group_by=language`.
     * @var list<AnalyticsGroup>|null
     */
    public ?array $languages;

    /**
     * Clicks by referrer, most clicks first.
     * @var list<AnalyticsGroup>
     */
    public array $referrers;

    /**
     * Clicks by referrer url, most clicks first. With `group_by=referrer_url`.
     * @var list<AnalyticsGroup>|null
     */
    public ?array $referrer_urls;

    /**
     * Clicks by trigger, most clicks first.
     * @var list<AnalyticsGroup>
     */
    public array $triggers;

    /**
     * Clicks by link, most clicks first. With `group_by=link`.
     * @var list<AnalyticsGroup>|null
     */
    public ?array $links;

    /**
     * Clicks by domain, most clicks first. With `group_by=domain`.
     * @var list<AnalyticsGroup>|null
     */
    public ?array $domains;

    /**
     * Clicks by tag, most clicks first. With `group_by=tag`.
     * @var list<AnalyticsGroup>|null
     */
    public ?array $tags;

    /**
     * Clicks by campaign, most clicks first. With `group_by=campaign`.
     * @var list<AnalyticsGroup>|null
     */
    public ?array $campaigns;

    /**
     * Clicks by destination, most clicks first. With `group_by=destination`.
     * @var list<AnalyticsGroup>|null
     */
    public ?array $destinations;

    /**
     * Clicks by utm source, most clicks first. With `group_by=utm_source`.
     * @var list<AnalyticsGroup>|null
     */
    public ?array $utm_sources;

    /**
     * Clicks by utm medium, most clicks first. With `group_by=utm_medium`.
     * @var list<AnalyticsGroup>|null
     */
    public ?array $utm_mediums;

    /**
     * Clicks by utm campaign, most clicks first.
     * @var list<AnalyticsGroup>
     */
    public array $utm_campaigns;

    /**
     * Clicks by utm term, most clicks first. With `group_by=utm_term`.
     * @var list<AnalyticsGroup>|null
     */
    public ?array $utm_terms;

    /**
     * Clicks by utm content, most clicks first. With `group_by=utm_content`.
     * @var list<AnalyticsGroup>|null
     */
    public ?array $utm_contents;

    /**
     * Clicks by variant, most clicks first. With `group_by=variant`.
     * @var list<AnalyticsGroup>|null
     */
    public ?array $variants;

    /** Every click up to this instant is included. */
    public string $as_of;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->range = Cast::string($raw['range'] ?? null);
        $this->start = Cast::string($raw['start'] ?? null);
        $this->end = Cast::string($raw['end'] ?? null);
        $this->timezone = Cast::string($raw['timezone'] ?? null);
        $this->interval = Cast::string($raw['interval'] ?? null);
        $this->totals = new AnalyticsTotals(Cast::map($raw['totals'] ?? null));
        $this->previous = new AnalyticsPrevious(Cast::map($raw['previous'] ?? null));
        $this->timeseries = Cast::list($raw['timeseries'] ?? null, fn (mixed $one) => new AnalyticsPoint(Cast::map($one)));
        $this->comparison = isset($raw['comparison']) ? new AnalyticsComparison(Cast::map($raw['comparison'])) : null;
        $this->top_links = Cast::list($raw['top_links'] ?? null, fn (mixed $one) => new AnalyticsTopLink(Cast::map($one)));
        $this->countries = Cast::list($raw['countries'] ?? null, fn (mixed $one) => new AnalyticsGroup(Cast::map($one)));
        $this->regions = isset($raw['regions']) ? Cast::list($raw['regions'], fn (mixed $one) => new AnalyticsGroup(Cast::map($one))) : null;
        $this->cities = Cast::list($raw['cities'] ?? null, fn (mixed $one) => new AnalyticsGroup(Cast::map($one)));
        $this->continents = isset($raw['continents']) ? Cast::list($raw['continents'], fn (mixed $one) => new AnalyticsGroup(Cast::map($one))) : null;
        $this->devices = Cast::list($raw['devices'] ?? null, fn (mixed $one) => new AnalyticsGroup(Cast::map($one)));
        $this->browsers = Cast::list($raw['browsers'] ?? null, fn (mixed $one) => new AnalyticsGroup(Cast::map($one)));
        $this->os = Cast::list($raw['os'] ?? null, fn (mixed $one) => new AnalyticsGroup(Cast::map($one)));
        $this->languages = isset($raw['languages']) ? Cast::list($raw['languages'], fn (mixed $one) => new AnalyticsGroup(Cast::map($one))) : null;
        $this->referrers = Cast::list($raw['referrers'] ?? null, fn (mixed $one) => new AnalyticsGroup(Cast::map($one)));
        $this->referrer_urls = isset($raw['referrer_urls']) ? Cast::list($raw['referrer_urls'], fn (mixed $one) => new AnalyticsGroup(Cast::map($one))) : null;
        $this->triggers = Cast::list($raw['triggers'] ?? null, fn (mixed $one) => new AnalyticsGroup(Cast::map($one)));
        $this->links = isset($raw['links']) ? Cast::list($raw['links'], fn (mixed $one) => new AnalyticsGroup(Cast::map($one))) : null;
        $this->domains = isset($raw['domains']) ? Cast::list($raw['domains'], fn (mixed $one) => new AnalyticsGroup(Cast::map($one))) : null;
        $this->tags = isset($raw['tags']) ? Cast::list($raw['tags'], fn (mixed $one) => new AnalyticsGroup(Cast::map($one))) : null;
        $this->campaigns = isset($raw['campaigns']) ? Cast::list($raw['campaigns'], fn (mixed $one) => new AnalyticsGroup(Cast::map($one))) : null;
        $this->destinations = isset($raw['destinations']) ? Cast::list($raw['destinations'], fn (mixed $one) => new AnalyticsGroup(Cast::map($one))) : null;
        $this->utm_sources = isset($raw['utm_sources']) ? Cast::list($raw['utm_sources'], fn (mixed $one) => new AnalyticsGroup(Cast::map($one))) : null;
        $this->utm_mediums = isset($raw['utm_mediums']) ? Cast::list($raw['utm_mediums'], fn (mixed $one) => new AnalyticsGroup(Cast::map($one))) : null;
        $this->utm_campaigns = Cast::list($raw['utm_campaigns'] ?? null, fn (mixed $one) => new AnalyticsGroup(Cast::map($one)));
        $this->utm_terms = isset($raw['utm_terms']) ? Cast::list($raw['utm_terms'], fn (mixed $one) => new AnalyticsGroup(Cast::map($one))) : null;
        $this->utm_contents = isset($raw['utm_contents']) ? Cast::list($raw['utm_contents'], fn (mixed $one) => new AnalyticsGroup(Cast::map($one))) : null;
        $this->variants = isset($raw['variants']) ? Cast::list($raw['variants'], fn (mixed $one) => new AnalyticsGroup(Cast::map($one))) : null;
        $this->as_of = Cast::string($raw['as_of'] ?? null);
    }
}
