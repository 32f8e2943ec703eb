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

/** Host names of your own that links can use once they are verified. */
final readonly class Domains
{
    public function __construct(private Client $client)
    {
    }

    /**
     * Add a domain.
     *
     * It is `pending`: publish its TXT record, then verify it. Any workspace may add a host name, and the one that
     * proves it has it. A removed domain that is added again has its former id and links, and a new TXT record. A
     * workspace may have 100 domains, removed ones not counted.
     *
     * @param array{hostname: string, root_url?: string|null, not_found_url?: string|null, expired_url?: string|null, apple_app_site_association?: array<string, mixed>|null, assetlinks?: list<mixed>|null} $body
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function create(array $body, ?RequestOptions $options = null): Model\Domain
    {
        $call = new Call('POST', '/v1/domains', body: (object) $body, idempotent: true);
        return new Model\Domain($this->client->json($call, $options));
    }

    /**
     * List domains.
     *
     * The newest first.
     *
     * Iterating yields the items of all pages.
     *
     * @param array{page?: int, limit?: int, status?: 'pending'|'verified'|'failed'|'disabled'} $query
     * @param RequestOptions|null $options For this request only.
     * @return Listing<Model\Domain, Model\DomainList>
     * @throws WaymarkException
     */
    public function list(array $query = [], ?RequestOptions $options = null): Listing
    {
        $call = new Call('GET', '/v1/domains', query: $query);
        return new Listing(
            $this->client,
            $call,
            false,
            fn (array $raw) => new Model\Domain($raw),
            fn (array $raw) => new Model\DomainList($raw),
            $options,
        );
    }

    /**
     * Get a domain.
     *
     * The domain as it is, or as it was at an instant.
     *
     * @param string $id Id of the domain.
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function get(string $id, ?RequestOptions $options = null): Model\Domain
    {
        $call = new Call('GET', '/v1/domains/' . Call::segment($id));
        return new Model\Domain($this->client->json($call, $options));
    }

    /**
     * Get a domain, as it was at an instant.
     *
     * @param string $id Id of the domain.
     * @param string $at An instant as in RFC 3339.
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function getAt(string $id, string $at, ?RequestOptions $options = null): Model\DomainAt
    {
        $call = new Call('GET', '/v1/domains/' . Call::segment($id), query: ['as_of' => $at]);
        return new Model\DomainAt($this->client->json($call, $options));
    }

    /**
     * Change a domain.
     *
     * Absent fields are unchanged; null clears a field. Only a verified domain can be made primary.
     *
     * @param string $id Id of the domain.
     * @param array{root_url?: string|null, not_found_url?: string|null, expired_url?: string|null, apple_app_site_association?: array<string, mixed>|null, assetlinks?: list<mixed>|null, is_primary?: bool} $body
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function update(string $id, array $body, ?RequestOptions $options = null): Model\Domain
    {
        $call = new Call('PATCH', '/v1/domains/' . Call::segment($id), body: (object) $body, idempotent: true);
        return new Model\Domain($this->client->json($call, $options));
    }

    /**
     * Remove a domain.
     *
     * Its links stay and resolve no more, until it is added and verified again. A domain with links is removed with
     * `force=true` only.
     *
     * @param string $id Id of the domain.
     * @param array{force?: bool} $query
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function delete(string $id, array $query = [], ?RequestOptions $options = null): void
    {
        $call = new Call('DELETE', '/v1/domains/' . Call::segment($id), query: $query, idempotent: true);
        $this->client->send($call, $options);
    }

    /**
     * History of a domain.
     *
     * The changes of the domain, oldest first; also of a removed one.
     *
     * Iterating yields the items of all pages.
     *
     * @param string $id Id of the domain.
     * @param array{page?: int, limit?: int} $query
     * @param RequestOptions|null $options For this request only.
     * @return Listing<Model\HistoryEntry, Model\History>
     * @throws WaymarkException
     */
    public function history(string $id, array $query = [], ?RequestOptions $options = null): Listing
    {
        $call = new Call('GET', '/v1/domains/' . Call::segment($id) . '/history', query: $query);
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
     * Verify a domain.
     *
     * Asks DNS for the TXT record. Found: the domain is `verified`. Missing: a pending domain stays pending, and a
     * verified one fails after three misses in 48 hours or more; it is also checked daily. If no name server answers,
     * only `last_check` changes. While another workspace has verified the host name and its record is in DNS: 409.
     *
     * @param string $id Id of the domain.
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function verify(string $id, ?RequestOptions $options = null): Model\Domain
    {
        $call = new Call('POST', '/v1/domains/' . Call::segment($id) . '/verify', idempotent: true);
        return new Model\Domain($this->client->json($call, $options));
    }
}
