<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Resource;

use Waymark\Call;
use Waymark\Client;
use Waymark\Download;
use Waymark\Exception\WaymarkException;
use Waymark\Listing;
use Waymark\Model;
use Waymark\RequestOptions;

/** Clicks: totals, time series and groups, single clicks, files and a live stream. */
final readonly class Analytics
{
    public function __construct(private Client $client)
    {
    }

    /**
     * Clicks of the workspace.
     *
     * Places are found by [IP Geolocation by DB-IP](https://db-ip.com), CC BY 4.0.
     *
     * @param array{range?: 'today'|'yesterday'|'last_hour'|'24h'|'7d'|'30d'|'90d'|'12m'|'wtd'|'mtd'|'qtd'|'ytd'|'last_week'|'last_month'|'all'|'custom', timezone?: string, start?: string, end?: string, include_bots?: bool, interval?: 'auto'|'minute'|'hour'|'day'|'week'|'month', compare?: 'previous'|'year', group_by?: list<'country'|'region'|'city'|'continent'|'device'|'browser'|'os'|'language'|'referrer'|'referrer_url'|'trigger'|'link'|'domain'|'tag'|'campaign'|'destination'|'utm_source'|'utm_medium'|'utm_campaign'|'utm_term'|'utm_content'|'variant'>, limit?: int, country?: list<string>, region?: list<string>, city?: list<string>, continent?: list<string>, device?: list<string>, browser?: list<string>, os?: list<string>, language?: list<string>, referrer?: list<string>, referrer_url?: list<string>, trigger?: list<string>, link?: list<string>, domain?: list<string>, tag?: list<string>, campaign?: list<string>, destination?: list<string>, utm_source?: list<string>, utm_medium?: list<string>, utm_campaign?: list<string>, utm_term?: list<string>, utm_content?: list<string>, variant?: list<string>} $query
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function workspace(array $query = [], ?RequestOptions $options = null): Model\Analytics
    {
        $call = new Call('GET', '/v1/analytics/workspace', query: $query);
        return new Model\Analytics($this->client->json($call, $options));
    }

    /**
     * Clicks of a link.
     *
     * Places are found by [IP Geolocation by DB-IP](https://db-ip.com), CC BY 4.0.
     *
     * @param string $id Id of the link.
     * @param array{range?: 'today'|'yesterday'|'last_hour'|'24h'|'7d'|'30d'|'90d'|'12m'|'wtd'|'mtd'|'qtd'|'ytd'|'last_week'|'last_month'|'all'|'custom', timezone?: string, start?: string, end?: string, include_bots?: bool, interval?: 'auto'|'minute'|'hour'|'day'|'week'|'month', compare?: 'previous'|'year', group_by?: list<'country'|'region'|'city'|'continent'|'device'|'browser'|'os'|'language'|'referrer'|'referrer_url'|'trigger'|'link'|'domain'|'tag'|'campaign'|'destination'|'utm_source'|'utm_medium'|'utm_campaign'|'utm_term'|'utm_content'|'variant'>, limit?: int, country?: list<string>, region?: list<string>, city?: list<string>, continent?: list<string>, device?: list<string>, browser?: list<string>, os?: list<string>, language?: list<string>, referrer?: list<string>, referrer_url?: list<string>, trigger?: list<string>, link?: list<string>, domain?: list<string>, tag?: list<string>, campaign?: list<string>, destination?: list<string>, utm_source?: list<string>, utm_medium?: list<string>, utm_campaign?: list<string>, utm_term?: list<string>, utm_content?: list<string>, variant?: list<string>} $query
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function link(string $id, array $query = [], ?RequestOptions $options = null): Model\Analytics
    {
        $call = new Call('GET', '/v1/analytics/links/' . Call::segment($id), query: $query);
        return new Model\Analytics($this->client->json($call, $options));
    }

    /**
     * Clicks of a campaign.
     *
     * Clicks on links that were in the campaign at the time of the click, whatever its status. Places are found by
     * [IP Geolocation by DB-IP](https://db-ip.com), CC BY 4.0.
     *
     * @param string $id Id of the campaign.
     * @param array{range?: 'today'|'yesterday'|'last_hour'|'24h'|'7d'|'30d'|'90d'|'12m'|'wtd'|'mtd'|'qtd'|'ytd'|'last_week'|'last_month'|'all'|'custom', timezone?: string, start?: string, end?: string, include_bots?: bool, interval?: 'auto'|'minute'|'hour'|'day'|'week'|'month', compare?: 'previous'|'year', group_by?: list<'country'|'region'|'city'|'continent'|'device'|'browser'|'os'|'language'|'referrer'|'referrer_url'|'trigger'|'link'|'domain'|'tag'|'campaign'|'destination'|'utm_source'|'utm_medium'|'utm_campaign'|'utm_term'|'utm_content'|'variant'>, limit?: int, country?: list<string>, region?: list<string>, city?: list<string>, continent?: list<string>, device?: list<string>, browser?: list<string>, os?: list<string>, language?: list<string>, referrer?: list<string>, referrer_url?: list<string>, trigger?: list<string>, link?: list<string>, domain?: list<string>, tag?: list<string>, campaign?: list<string>, destination?: list<string>, utm_source?: list<string>, utm_medium?: list<string>, utm_campaign?: list<string>, utm_term?: list<string>, utm_content?: list<string>, variant?: list<string>} $query
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function campaign(string $id, array $query = [], ?RequestOptions $options = null): Model\Analytics
    {
        $call = new Call('GET', '/v1/analytics/campaigns/' . Call::segment($id), query: $query);
        return new Model\Analytics($this->client->json($call, $options));
    }

    /**
     * Clicks of a tag.
     *
     * Clicks on links that had the tag at the time of the click. An unused tag has zeros; an invalid tag is a 404.
     * Places are found by [IP Geolocation by DB-IP](https://db-ip.com), CC BY 4.0.
     *
     * @param string $name The tag.
     * @param array{range?: 'today'|'yesterday'|'last_hour'|'24h'|'7d'|'30d'|'90d'|'12m'|'wtd'|'mtd'|'qtd'|'ytd'|'last_week'|'last_month'|'all'|'custom', timezone?: string, start?: string, end?: string, include_bots?: bool, interval?: 'auto'|'minute'|'hour'|'day'|'week'|'month', compare?: 'previous'|'year', group_by?: list<'country'|'region'|'city'|'continent'|'device'|'browser'|'os'|'language'|'referrer'|'referrer_url'|'trigger'|'link'|'domain'|'tag'|'campaign'|'destination'|'utm_source'|'utm_medium'|'utm_campaign'|'utm_term'|'utm_content'|'variant'>, limit?: int, country?: list<string>, region?: list<string>, city?: list<string>, continent?: list<string>, device?: list<string>, browser?: list<string>, os?: list<string>, language?: list<string>, referrer?: list<string>, referrer_url?: list<string>, trigger?: list<string>, link?: list<string>, domain?: list<string>, tag?: list<string>, campaign?: list<string>, destination?: list<string>, utm_source?: list<string>, utm_medium?: list<string>, utm_campaign?: list<string>, utm_term?: list<string>, utm_content?: list<string>, variant?: list<string>} $query
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function tag(string $name, array $query = [], ?RequestOptions $options = null): Model\Analytics
    {
        $call = new Call('GET', '/v1/analytics/tags/' . Call::segment($name), query: $query);
        return new Model\Analytics($this->client->json($call, $options));
    }

    /**
     * Clicks of a domain.
     *
     * Clicks of links of the domain. All own short hosts are one domain, `dom_default`. Places are found by [IP
     * Geolocation by DB-IP](https://db-ip.com), CC BY 4.0.
     *
     * @param string $id Id of the domain.
     * @param array{range?: 'today'|'yesterday'|'last_hour'|'24h'|'7d'|'30d'|'90d'|'12m'|'wtd'|'mtd'|'qtd'|'ytd'|'last_week'|'last_month'|'all'|'custom', timezone?: string, start?: string, end?: string, include_bots?: bool, interval?: 'auto'|'minute'|'hour'|'day'|'week'|'month', compare?: 'previous'|'year', group_by?: list<'country'|'region'|'city'|'continent'|'device'|'browser'|'os'|'language'|'referrer'|'referrer_url'|'trigger'|'link'|'domain'|'tag'|'campaign'|'destination'|'utm_source'|'utm_medium'|'utm_campaign'|'utm_term'|'utm_content'|'variant'>, limit?: int, country?: list<string>, region?: list<string>, city?: list<string>, continent?: list<string>, device?: list<string>, browser?: list<string>, os?: list<string>, language?: list<string>, referrer?: list<string>, referrer_url?: list<string>, trigger?: list<string>, link?: list<string>, domain?: list<string>, tag?: list<string>, campaign?: list<string>, destination?: list<string>, utm_source?: list<string>, utm_medium?: list<string>, utm_campaign?: list<string>, utm_term?: list<string>, utm_content?: list<string>, variant?: list<string>} $query
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function domain(string $id, array $query = [], ?RequestOptions $options = null): Model\Analytics
    {
        $call = new Call('GET', '/v1/analytics/domains/' . Call::segment($id), query: $query);
        return new Model\Analytics($this->client->json($call, $options));
    }

    /**
     * List clicks, newest first.
     *
     * Pages by cursor: new clicks do not shift pages. Nothing in the answer identifies visitors. Places are found by
     * [IP Geolocation by DB-IP](https://db-ip.com), CC BY 4.0.
     *
     * Iterating yields the items of all pages.
     *
     * @param array{range?: 'today'|'yesterday'|'last_hour'|'24h'|'7d'|'30d'|'90d'|'12m'|'wtd'|'mtd'|'qtd'|'ytd'|'last_week'|'last_month'|'all'|'custom', timezone?: string, start?: string, end?: string, include_bots?: bool, country?: list<string>, region?: list<string>, city?: list<string>, continent?: list<string>, device?: list<string>, browser?: list<string>, os?: list<string>, language?: list<string>, referrer?: list<string>, referrer_url?: list<string>, trigger?: list<string>, link?: list<string>, domain?: list<string>, tag?: list<string>, campaign?: list<string>, destination?: list<string>, utm_source?: list<string>, utm_medium?: list<string>, utm_campaign?: list<string>, utm_term?: list<string>, utm_content?: list<string>, variant?: list<string>, limit?: int, cursor?: string} $query
     * @param RequestOptions|null $options For this request only.
     * @return Listing<Model\Click, Model\ClickList>
     * @throws WaymarkException
     */
    public function events(array $query = [], ?RequestOptions $options = null): Listing
    {
        $call = new Call('GET', '/v1/analytics/events', query: $query);
        return new Listing(
            $this->client,
            $call,
            true,
            fn (array $raw) => new Model\Click($raw),
            fn (array $raw) => new Model\ClickList($raw),
            $options,
        );
    }

    /**
     * Export clicks.
     *
     * Every click of the window as a file, in no particular order; one of millions of rows comes as it is read. `at`
     * is RFC 3339 in UTC (a timestamp in Parquet). In a CSV (RFC 4180, with a header row) tags are separated by
     * commas within their cell, and what is not known is empty. A text that, after any apostrophes, begins with `=`,
     * `+`, `-`, `@`, tab or CR gets one more apostrophe in front, unless `safe=false`. CSV and NDJSON are compressed
     * by gzip when `Accept-Encoding` allows it. When something fails half-way the connection is cut, so that no part
     * of a file looks like a whole one; so it is when the reader takes less than 10 kB/s for 30 s. A workspace may
     * have two exports at a time. Places are found by [IP Geolocation by DB-IP](https://db-ip.com), CC BY 4.0.
     *
     * @param array{range?: 'today'|'yesterday'|'last_hour'|'24h'|'7d'|'30d'|'90d'|'12m'|'wtd'|'mtd'|'qtd'|'ytd'|'last_week'|'last_month'|'all'|'custom', timezone?: string, start?: string, end?: string, include_bots?: bool, country?: list<string>, region?: list<string>, city?: list<string>, continent?: list<string>, device?: list<string>, browser?: list<string>, os?: list<string>, language?: list<string>, referrer?: list<string>, referrer_url?: list<string>, trigger?: list<string>, link?: list<string>, domain?: list<string>, tag?: list<string>, campaign?: list<string>, destination?: list<string>, utm_source?: list<string>, utm_medium?: list<string>, utm_campaign?: list<string>, utm_term?: list<string>, utm_content?: list<string>, variant?: list<string>, format?: string, safe?: bool} $query
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function export(array $query = [], ?RequestOptions $options = null): Download
    {
        $call = new Call('GET', '/v1/analytics/export', query: $query);
        return $this->client->download($call, $options);
    }

    /**
     * Stream clicks.
     *
     * Server-Sent Events: `event: click` has a click as in `/v1/analytics/events` as its data, each click once,
     * within 2 s of its redirect. Clicks of one redirector process arrive in order. The server sends a comment every
     * 15 s. A stream ends after at most 60 s and has to be reopened (each time counts as one request of the rate
     * limit). A key that is revoked or expires meanwhile gets no more clicks, and its stream ends. `event: end` gives
     * the reason: `renew`, `unauthorized`, `slow` (too many events were waiting) or `shutdown`. An EventSource
     * reconnects by itself and sends `Last-Event-ID`; within 10 minutes it misses nothing. A workspace may have 20
     * streams per process; one more is a 429. Places are found by [IP Geolocation by DB-IP](https://db-ip.com), CC BY
     * 4.0.
     *
     * @param array{include_bots?: bool, country?: list<string>, region?: list<string>, city?: list<string>, continent?: list<string>, device?: list<string>, browser?: list<string>, os?: list<string>, language?: list<string>, referrer?: list<string>, referrer_url?: list<string>, trigger?: list<string>, link?: list<string>, domain?: list<string>, tag?: list<string>, campaign?: list<string>, destination?: list<string>, utm_source?: list<string>, utm_medium?: list<string>, utm_campaign?: list<string>, utm_term?: list<string>, utm_content?: list<string>, variant?: list<string>} $query
     * @param RequestOptions|null $options For this request only.
     * @return iterable<Model\Click>
     * @throws WaymarkException
     */
    public function live(array $query = [], ?RequestOptions $options = null): iterable
    {
        $call = new Call('GET', '/v1/analytics/live', query: $query);
        return $this->client->events($call, fn (array $raw) => new Model\Click($raw), $options);
    }
}
