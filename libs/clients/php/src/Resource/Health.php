<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Resource;

use Waymark\Call;
use Waymark\Client;
use Waymark\Exception\WaymarkException;
use Waymark\Model;
use Waymark\RequestOptions;

/** State and metrics of this installation. They need no credential. */
final readonly class Health
{
    public function __construct(private Client $client)
    {
    }

    /**
     * Whether the process runs.
     *
     * For supervisors: it checks no dependency.
     *
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function live(?RequestOptions $options = null): Model\Alive
    {
        $call = new Call('GET', '/health/live', public: true);
        return new Model\Alive($this->client->json($call, $options));
    }

    /**
     * Whether requests may be sent here, by dependency.
     *
     * For load balancers. 503 while a dependency that requests need does not answer.
     *
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function ready(?RequestOptions $options = null): Model\Ready
    {
        $call = new Call('GET', '/health/ready', public: true);
        return new Model\Ready($this->client->json($call, $options));
    }

    /**
     * Figures for Prometheus.
     *
     * A 404 where METRICS_PORT gives them a port of their own.
     *
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function metrics(?RequestOptions $options = null): string
    {
        $call = new Call('GET', '/metrics', public: true);
        return $this->client->text($call, $options);
    }

    /**
     * Whether a proxy may obtain a certificate for a host.
     *
     * 200 for a host of this installation and for a verified domain, else 404; empty. 600 unknown hosts a minute per
     * address.
     *
     * @param array{domain?: string} $query
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function tls(array $query = [], ?RequestOptions $options = null): void
    {
        $call = new Call('GET', '/health/tls', query: $query, public: true);
        $this->client->send($call, $options);
    }
}
