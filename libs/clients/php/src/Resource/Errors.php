<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Resource;

use Waymark\Call;
use Waymark\Client;
use Waymark\Exception\WaymarkException;
use Waymark\Model;
use Waymark\RequestOptions;

/** The documentation of error codes. */
final readonly class Errors
{
    public function __construct(private Client $client)
    {
    }

    /**
     * What an error code means.
     *
     * The `type` of a failure leads here. Browsers, whose `Accept` has `text/html`, get a page.
     *
     * @param string $code The `code` of a failure.
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function get(string $code, ?RequestOptions $options = null): Model\ErrorCode
    {
        $call = new Call('GET', '/errors/' . Call::segment($code), public: true);
        return new Model\ErrorCode($this->client->json($call, $options));
    }
}
