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

/** The users of the workspace and their roles. */
final readonly class Members
{
    public function __construct(private Client $client)
    {
    }

    /**
     * List members.
     *
     * Those who joined first come first.
     *
     * Iterating yields the items of all pages.
     *
     * @param array{page?: int, limit?: int} $query
     * @param RequestOptions|null $options For this request only.
     * @return Listing<Model\Member, Model\MemberList>
     * @throws WaymarkException
     */
    public function list(array $query = [], ?RequestOptions $options = null): Listing
    {
        $call = new Call('GET', '/v1/workspace/members', query: $query);
        return new Listing(
            $this->client,
            $call,
            false,
            fn (array $raw) => new Model\Member($raw),
            fn (array $raw) => new Model\MemberList($raw),
            $options,
        );
    }

    /**
     * Get a member.
     *
     * The user and their role.
     *
     * @param string $id Id of the user.
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function get(string $id, ?RequestOptions $options = null): Model\Member
    {
        $call = new Call('GET', '/v1/workspace/members/' . Call::segment($id));
        return new Model\Member($this->client->json($call, $options));
    }

    /**
     * Change a member's role.
     *
     * Applies from their next request on. The last owner cannot be changed.
     *
     * @param string $id Id of the user.
     * @param array{role?: 'owner'|'member'|'viewer'} $body
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function update(string $id, array $body, ?RequestOptions $options = null): Model\Member
    {
        $call = new Call('PATCH', '/v1/workspace/members/' . Call::segment($id), body: (object) $body, idempotent: true);
        return new Model\Member($this->client->json($call, $options));
    }

    /**
     * Remove a member.
     *
     * Ends their sessions in this workspace at once. API keys that they created belong to the workspace and stay. An
     * account that has no other workspace is deleted; an invitation makes it anew. The last owner cannot be removed.
     *
     * @param string $id Id of the user.
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function delete(string $id, ?RequestOptions $options = null): void
    {
        $call = new Call('DELETE', '/v1/workspace/members/' . Call::segment($id), idempotent: true);
        $this->client->send($call, $options);
    }
}
