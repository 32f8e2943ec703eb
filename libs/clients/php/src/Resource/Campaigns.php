<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Resource;

use Waymark\Call;
use Waymark\Client;
use Waymark\Exception\WaymarkException;
use Waymark\Listing;
use Waymark\Model;
use Waymark\RequestOptions;

/** Links that belong together and share utm fields and dates. */
final readonly class Campaigns
{
    public function __construct(private Client $client)
    {
    }

    /**
     * Create a campaign.
     *
     * It begins as a draft. A workspace may have 1,000 campaigns, deleted ones not counted.
     *
     * @param array{name: string, description?: string|null, starts_at?: string|null, ends_at?: string|null, utm_source?: string|null, utm_medium?: string|null, utm_campaign?: string|null, tags?: list<string>|null} $body
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function create(array $body, ?RequestOptions $options = null): Model\Campaign
    {
        $call = new Call('POST', '/v1/campaigns', body: (object) $body, idempotent: true);
        return new Model\Campaign($this->client->json($call, $options));
    }

    /**
     * List campaigns.
     *
     * The newest first.
     *
     * Iterating yields the items of all pages.
     *
     * @param array{page?: int, limit?: int, status?: 'draft'|'active'|'paused'|'ended'} $query
     * @param RequestOptions|null $options For this request only.
     * @return Listing<Model\Campaign, Model\CampaignList>
     * @throws WaymarkException
     */
    public function list(array $query = [], ?RequestOptions $options = null): Listing
    {
        $call = new Call('GET', '/v1/campaigns', query: $query);
        return new Listing(
            $this->client,
            $call,
            false,
            fn (array $raw) => new Model\Campaign($raw),
            fn (array $raw) => new Model\CampaignList($raw),
            $options,
        );
    }

    /**
     * Get a campaign.
     *
     * The campaign as it is, or as it was at an instant.
     *
     * @param string $id Id of the campaign.
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function get(string $id, ?RequestOptions $options = null): Model\Campaign
    {
        $call = new Call('GET', '/v1/campaigns/' . Call::segment($id));
        return new Model\Campaign($this->client->json($call, $options));
    }

    /**
     * Get a campaign, as it was at an instant.
     *
     * @param string $id Id of the campaign.
     * @param string $at An instant as in RFC 3339.
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function getAt(string $id, string $at, ?RequestOptions $options = null): Model\CampaignAt
    {
        $call = new Call('GET', '/v1/campaigns/' . Call::segment($id), query: ['as_of' => $at]);
        return new Model\CampaignAt($this->client->json($call, $options));
    }

    /**
     * Change a campaign.
     *
     * Absent fields are unchanged; null clears a field. New utm fields show in every redirect of its links within a
     * second; clicks of the past keep theirs. Dates do not reopen a campaign that has ended.
     *
     * @param string $id Id of the campaign.
     * @param array{name?: string, description?: string|null, starts_at?: string|null, ends_at?: string|null, utm_source?: string|null, utm_medium?: string|null, utm_campaign?: string|null, tags?: list<string>|null} $body
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function update(string $id, array $body, ?RequestOptions $options = null): Model\Campaign
    {
        $call = new Call('PATCH', '/v1/campaigns/' . Call::segment($id), body: (object) $body, idempotent: true);
        return new Model\Campaign($this->client->json($call, $options));
    }

    /**
     * Delete a campaign.
     *
     * Its links stay and no longer inherit its utm fields. They leave the campaign shortly afterwards.
     *
     * @param string $id Id of the campaign.
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function delete(string $id, ?RequestOptions $options = null): void
    {
        $call = new Call('DELETE', '/v1/campaigns/' . Call::segment($id), idempotent: true);
        $this->client->send($call, $options);
    }

    /**
     * History of a campaign.
     *
     * The changes of the campaign, oldest first; also of a deleted one.
     *
     * Iterating yields the items of all pages.
     *
     * @param string $id Id of the campaign.
     * @param array{page?: int, limit?: int} $query
     * @param RequestOptions|null $options For this request only.
     * @return Listing<Model\HistoryEntry, Model\History>
     * @throws WaymarkException
     */
    public function history(string $id, array $query = [], ?RequestOptions $options = null): Listing
    {
        $call = new Call('GET', '/v1/campaigns/' . Call::segment($id) . '/history', query: $query);
        return new Listing(
            $this->client,
            $call,
            false,
            fn (array $raw) => new Model\HistoryEntry($raw),
            fn (array $raw) => new Model\History($raw),
            $options,
        );
    }

    /**
     * Start a campaign.
     *
     * A draft becomes active, unless it is past its `ends_at`. In any other state: 409. No status changes where the
     * campaign's links lead.
     *
     * @param string $id Id of the campaign.
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function start(string $id, ?RequestOptions $options = null): Model\Campaign
    {
        $call = new Call('POST', '/v1/campaigns/' . Call::segment($id) . '/start', idempotent: true);
        return new Model\Campaign($this->client->json($call, $options));
    }

    /**
     * Pause a campaign.
     *
     * An active campaign is paused, until it is resumed or ends. In any other state: 409. No status changes where the
     * campaign's links lead.
     *
     * @param string $id Id of the campaign.
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function pause(string $id, ?RequestOptions $options = null): Model\Campaign
    {
        $call = new Call('POST', '/v1/campaigns/' . Call::segment($id) . '/pause', idempotent: true);
        return new Model\Campaign($this->client->json($call, $options));
    }

    /**
     * Resume a campaign.
     *
     * A paused campaign is active again, unless it is past its `ends_at`. In any other state: 409. No status changes
     * where the campaign's links lead.
     *
     * @param string $id Id of the campaign.
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function resume(string $id, ?RequestOptions $options = null): Model\Campaign
    {
        $call = new Call('POST', '/v1/campaigns/' . Call::segment($id) . '/resume', idempotent: true);
        return new Model\Campaign($this->client->json($call, $options));
    }

    /**
     * End a campaign.
     *
     * An active or paused campaign ends for good. In any other state: 409. No status changes where the campaign's
     * links lead.
     *
     * @param string $id Id of the campaign.
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function end(string $id, ?RequestOptions $options = null): Model\Campaign
    {
        $call = new Call('POST', '/v1/campaigns/' . Call::segment($id) . '/end', idempotent: true);
        return new Model\Campaign($this->client->json($call, $options));
    }

    /**
     * Add links to a campaign.
     *
     * They leave the campaigns that they were in. All are added, or none if one of them is not a link of the
     * workspace. After a 503 some may have been added: send the same request again.
     *
     * @param string $id Id of the campaign.
     * @param array{link_ids: list<string>} $body
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function addLinks(string $id, array $body, ?RequestOptions $options = null): Model\Campaign
    {
        $call = new Call('POST', '/v1/campaigns/' . Call::segment($id) . '/links', body: (object) $body, idempotent: true);
        return new Model\Campaign($this->client->json($call, $options));
    }

    /**
     * Remove a link from a campaign.
     *
     * The link stays. A link that is not in the campaign is a 404.
     *
     * @param string $id Id of the campaign.
     * @param string $linkId Id of the link.
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function removeLink(string $id, string $linkId, ?RequestOptions $options = null): void
    {
        $call = new Call('DELETE', '/v1/campaigns/' . Call::segment($id) . '/links/' . Call::segment($linkId), idempotent: true);
        $this->client->send($call, $options);
    }
}
