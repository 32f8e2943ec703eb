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

/** Invitations of e-mail addresses to the workspace. */
final readonly class Invitations
{
    public function __construct(private Client $client)
    {
    }

    /**
     * List invitations.
     *
     * Those that are pending: not accepted, withdrawn or expired. Never their tokens.
     *
     * Iterating yields the items of all pages.
     *
     * @param array{page?: int, limit?: int} $query
     * @param RequestOptions|null $options For this request only.
     * @return Listing<Model\Invitation, Model\InvitationList>
     * @throws WaymarkException
     */
    public function list(array $query = [], ?RequestOptions $options = null): Listing
    {
        $call = new Call('GET', '/v1/workspace/invitations', query: $query);
        return new Listing(
            $this->client,
            $call,
            false,
            fn (array $raw) => new Model\Invitation($raw),
            fn (array $raw) => new Model\InvitationList($raw),
            $options,
        );
    }

    /**
     * Invite somebody.
     *
     * Invites an e-mail address, whether it has an account or not. The token for `POST /v1/auth/accept` is valid for
     * seven days and for one use; nobody becomes a member before that. If the server can send mail, it mails the
     * token; otherwise it returns the token once. Another invitation of the same address replaces the pending one and
     * its token. An address that the mail server refuses is a 400, and mail that cannot be sent is a 503; nobody is
     * invited then. The invitations of an owner who leaves or is demoted are withdrawn. At most 100 can be pending.
     * In a minute a workspace mails at most 30, and an address gets at most three; more is a 429.
     *
     * @param array{email: string, role: 'owner'|'member'|'viewer'} $body
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function create(array $body, ?RequestOptions $options = null): Model\NewInvitation
    {
        $call = new Call('POST', '/v1/workspace/invitations', body: (object) $body, idempotent: true);
        return new Model\NewInvitation($this->client->json($call, $options));
    }

    /**
     * Get an invitation.
     *
     * While it is pending.
     *
     * @param string $id Id of the invitation.
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function get(string $id, ?RequestOptions $options = null): Model\Invitation
    {
        $call = new Call('GET', '/v1/workspace/invitations/' . Call::segment($id));
        return new Model\Invitation($this->client->json($call, $options));
    }

    /**
     * Withdraw an invitation.
     *
     * Its token is not valid any more, and the address is deleted.
     *
     * @param string $id Id of the invitation.
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function delete(string $id, ?RequestOptions $options = null): void
    {
        $call = new Call('DELETE', '/v1/workspace/invitations/' . Call::segment($id), idempotent: true);
        $this->client->send($call, $options);
    }
}
