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

/** Words that links are sorted by. */
final readonly class Tags
{
    public function __construct(private Client $client)
    {
    }

    /**
     * List tags.
     *
     * Tags of links that are not deleted, most used first.
     *
     * Iterating yields the items of all pages.
     *
     * @param array{page?: int, limit?: int} $query
     * @param RequestOptions|null $options For this request only.
     * @return Listing<Model\Tag, Model\TagList>
     * @throws WaymarkException
     */
    public function list(array $query = [], ?RequestOptions $options = null): Listing
    {
        $call = new Call('GET', '/v1/tags', query: $query);
        return new Listing(
            $this->client,
            $call,
            false,
            fn (array $raw) => new Model\Tag($raw),
            fn (array $raw) => new Model\TagList($raw),
            $options,
        );
    }
}
