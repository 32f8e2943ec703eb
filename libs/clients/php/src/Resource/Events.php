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

/** What happened in the workspace, and who or what caused it. */
final readonly class Events
{
    public function __construct(private Client $client)
    {
    }

    /**
     * List what happened in the workspace.
     *
     * The changes of links, keys, campaigns, domains, QR codes and webhooks, newest first, as their histories have
     * them. Pages by cursor: new events do not shift pages. Clicks are no events of this list.
     *
     * Iterating yields the items of all pages.
     *
     * @param array{actor?: string, type?: list<string>, request_id?: string, from?: string, to?: string, limit?: int, cursor?: string} $query
     * @param RequestOptions|null $options For this request only.
     * @return Listing<Model\WorkspaceEvent, Model\WorkspaceEventList>
     * @throws WaymarkException
     */
    public function list(array $query = [], ?RequestOptions $options = null): Listing
    {
        $call = new Call('GET', '/v1/events', query: $query);
        return new Listing(
            $this->client,
            $call,
            true,
            fn (array $raw) => new Model\WorkspaceEvent($raw),
            fn (array $raw) => new Model\WorkspaceEventList($raw),
            $options,
        );
    }
}
