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

/** Credentials of programs: scope, rotation with 24 hours of grace, revocation. */
final readonly class ApiKeys
{
    public function __construct(private Client $client)
    {
    }

    /**
     * Create an API key.
     *
     * The key itself is only in this answer and in its repeats under the same Idempotency-Key.
     *
     * @param array{name: string, scope: 'Read'|'Read + Write', expiration?: string|null} $body
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function create(array $body, ?RequestOptions $options = null): Model\CreatedApiKey
    {
        $call = new Call('POST', '/v1/api-keys', body: (object) $body, idempotent: true, secrets: ['key']);
        return new Model\CreatedApiKey($this->client->json($call, $options));
    }

    /**
     * List API keys.
     *
     * The newest first. Keys that are revoked or have expired stay in the list.
     *
     * Iterating yields the items of all pages.
     *
     * @param array{page?: int, limit?: int, status?: 'active'|'grace'|'revoked'|'expired', unused_for_days?: int, older_than_days?: int} $query
     * @param RequestOptions|null $options For this request only.
     * @return Listing<Model\ApiKey, Model\ApiKeyList>
     * @throws WaymarkException
     */
    public function list(array $query = [], ?RequestOptions $options = null): Listing
    {
        $call = new Call('GET', '/v1/api-keys', query: $query);
        return new Listing(
            $this->client,
            $call,
            false,
            fn (array $raw) => new Model\ApiKey($raw),
            fn (array $raw) => new Model\ApiKeyList($raw),
            $options,
        );
    }

    /**
     * Get the API key of this request.
     *
     * 404 for a request with an access token.
     *
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function current(?RequestOptions $options = null): Model\ApiKey
    {
        $call = new Call('GET', '/v1/api-keys/current');
        return new Model\ApiKey($this->client->json($call, $options));
    }

    /**
     * Get an API key.
     *
     * The record never holds the key itself. It may be asked for as it was at an instant.
     *
     * @param string $id Id of the API key.
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function get(string $id, ?RequestOptions $options = null): Model\ApiKey
    {
        $call = new Call('GET', '/v1/api-keys/' . Call::segment($id));
        return new Model\ApiKey($this->client->json($call, $options));
    }

    /**
     * Get an API key, as it was at an instant.
     *
     * @param string $id Id of the API key.
     * @param string $at An instant as in RFC 3339.
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function getAt(string $id, string $at, ?RequestOptions $options = null): Model\ApiKeyAt
    {
        $call = new Call('GET', '/v1/api-keys/' . Call::segment($id), query: ['as_of' => $at]);
        return new Model\ApiKeyAt($this->client->json($call, $options));
    }

    /**
     * Rename an API key.
     *
     * Only its name can be changed.
     *
     * @param string $id Id of the API key.
     * @param array{name?: string} $body
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function update(string $id, array $body, ?RequestOptions $options = null): Model\ApiKey
    {
        $call = new Call('PATCH', '/v1/api-keys/' . Call::segment($id), body: (object) $body, idempotent: true);
        return new Model\ApiKey($this->client->json($call, $options));
    }

    /**
     * Revoke an API key.
     *
     * In force when the answer is sent. The record stays; a repeat changes nothing.
     *
     * @param string $id Id of the API key.
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function delete(string $id, ?RequestOptions $options = null): void
    {
        $call = new Call('DELETE', '/v1/api-keys/' . Call::segment($id), idempotent: true);
        $this->client->send($call, $options);
    }

    /**
     * Rotate an API key.
     *
     * Creates a new key with the same name, scope and expiration. It is only in this answer and in its repeats under
     * the same Idempotency-Key. The old key stays valid for at most 24 h.
     *
     * @param string $id Id of the API key.
     * @param array{} $body
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function rotate(string $id, array $body = [], ?RequestOptions $options = null): Model\RotatedApiKey
    {
        $call = new Call('POST', '/v1/api-keys/' . Call::segment($id) . '/rotate', body: (object) $body, idempotent: true, secrets: ['key']);
        return new Model\RotatedApiKey($this->client->json($call, $options));
    }

    /**
     * Revoke an API key.
     *
     * In force when the answer is sent. A repeat changes nothing.
     *
     * @param string $id Id of the API key.
     * @param array{reason?: string|null} $body
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function revoke(string $id, array $body = [], ?RequestOptions $options = null): Model\ApiKey
    {
        $call = new Call('POST', '/v1/api-keys/' . Call::segment($id) . '/revoke', body: (object) $body, idempotent: true);
        return new Model\ApiKey($this->client->json($call, $options));
    }

    /**
     * History of an API key.
     *
     * The changes of the key, or of its whole rotation lineage, oldest first.
     *
     * Iterating yields the items of all pages.
     *
     * @param string $id Id of the API key.
     * @param array{page?: int, limit?: int, lineage?: bool} $query
     * @param RequestOptions|null $options For this request only.
     * @return Listing<Model\ApiKeyHistoryEntry, Model\ApiKeyHistory>
     * @throws WaymarkException
     */
    public function history(string $id, array $query = [], ?RequestOptions $options = null): Listing
    {
        $call = new Call('GET', '/v1/api-keys/' . Call::segment($id) . '/history', query: $query);
        return new Listing(
            $this->client,
            $call,
            false,
            fn (array $raw) => new Model\ApiKeyHistoryEntry($raw),
            fn (array $raw) => new Model\ApiKeyHistory($raw),
            $options,
        );
    }

    /**
     * Requests of an API key by day.
     *
     * What `request_count` counts, by UTC day, for 90 days: what was counted before an upgrade to this operation is
     * in no day.
     *
     * @param string $id Id of the API key.
     * @param array{range?: string} $query
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function usage(string $id, array $query = [], ?RequestOptions $options = null): Model\ApiKeyUsageByDay
    {
        $call = new Call('GET', '/v1/api-keys/' . Call::segment($id) . '/usage', query: $query);
        return new Model\ApiKeyUsageByDay($this->client->json($call, $options));
    }
}
