<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Resource;

use Waymark\Call;
use Waymark\Client;
use Waymark\Exception\WaymarkException;
use Waymark\Model;
use Waymark\RequestOptions;

/** The workspace of the credential: its name, plan, usage and limits. */
final readonly class Workspace
{
    public function __construct(private Client $client)
    {
    }

    /**
     * Get the workspace.
     *
     * The workspace of the credential, with its plan, usage and limits.
     *
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function get(?RequestOptions $options = null): Model\Workspace
    {
        $call = new Call('GET', '/v1/workspace');
        return new Model\Workspace($this->client->json($call, $options));
    }

    /**
     * Rename the workspace.
     *
     * Requires an owner. Only the operator can change the plan.
     *
     * @param array{name?: string} $body
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function update(array $body, ?RequestOptions $options = null): Model\Workspace
    {
        $call = new Call('PATCH', '/v1/workspace', body: (object) $body, idempotent: true);
        return new Model\Workspace($this->client->json($call, $options));
    }

    /**
     * Delete the workspace.
     *
     * By an owner, who sends its name. At once its keys are refused as revoked, its links resolve no more, and its
     * members can only log out, switch to another workspace or look at their account. The operator can restore it for
     * 30 days; then its data is erased, and its aliases stay taken. Deleting it again changes nothing.
     *
     * @param array{name: string} $body
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function delete(array $body, ?RequestOptions $options = null): void
    {
        $call = new Call('DELETE', '/v1/workspace', body: (object) $body, idempotent: true);
        $this->client->send($call, $options);
    }

    /**
     * Create a workspace.
     *
     * The user who is logged in becomes its owner; an API key cannot create one (403). `POST /v1/auth/switch` opens a
     * session there, and only such a session finds it at `Location`. A user owns at most 100 workspaces, and 1,000
     * with those that were deleted within 30 days.
     *
     * @param array{name: string} $body
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function create(array $body, ?RequestOptions $options = null): Model\Workspace
    {
        $call = new Call('POST', '/v1/workspaces', body: (object) $body, idempotent: true);
        return new Model\Workspace($this->client->json($call, $options));
    }
}
