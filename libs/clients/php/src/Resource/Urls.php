<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Resource;

use Waymark\Call;
use Waymark\Client;
use Waymark\Exception\WaymarkException;
use Waymark\Model;
use Waymark\RequestOptions;

/** Shortens a URL in one step, with the fields in camelCase. */
final readonly class Urls
{
    public function __construct(private Client $client)
    {
    }

    /**
     * Shorten a URL.
     *
     * Creates a link with a random alias. It is a link like any other: `Location` leads to its record.
     *
     * @param array{originalUrl: string} $body
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function create(array $body, ?RequestOptions $options = null): Model\ShortUrl
    {
        $call = new Call('POST', '/api/urls', body: (object) $body, idempotent: true);
        return new Model\ShortUrl($this->client->json($call, $options));
    }
}
