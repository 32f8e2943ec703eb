<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Resource;

use Waymark\Call;
use Waymark\Client;
use Waymark\Exception\WaymarkException;
use Waymark\Redirect;
use Waymark\RequestOptions;

/** Short URLs, as visitors follow them. They need no credential. */
final readonly class Redirects
{
    public function __construct(private Client $client)
    {
    }

    /**
     * Follow a short URL.
     *
     * Redirects to the destination of the link, by the status in its `redirect_type` (302 by default), and counts a
     * click. The query of the visit is appended unless `forward_query` is false. HEAD answers alike and is not
     * counted. Failures are HTML pages where `Accept` has `text/html`. A link that is not found, or that is disabled
     * or not yet started, is a 404; one that has expired is a 410; on a domain of your own both can redirect to pages
     * of yours.
     *
     * @param string $alias The alias of a link, whatever its case.
     * @param array{qr?: string} $query
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function follow(string $alias, array $query = [], ?RequestOptions $options = null): Redirect
    {
        $call = new Call('GET', '/' . Call::segment($alias), query: $query, public: true);
        return $this->client->redirect($call, $options);
    }

    /**
     * Follow a short URL with a password.
     *
     * Redirects to the destination of a link with a password. Wrong attempts are limited to 10 a minute for each link
     * and address, and to 100 a minute for each link. Nothing is remembered: each visit asks. A link without a
     * password, and an alias that no link has, take no POST.
     *
     * @param string $alias The alias of a link, whatever its case.
     * @param array{password: string} $body
     * @param array{qr?: string} $query
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function unlock(string $alias, #[\SensitiveParameter] array $body, array $query = [], ?RequestOptions $options = null): Redirect
    {
        $call = new Call('POST', '/' . Call::segment($alias), query: $query, body: (object) $body, retried: false, public: true);
        return $this->client->redirect($call, $options);
    }
}
