<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Resource;

use Waymark\Call;
use Waymark\Client;
use Waymark\Exception\WaymarkException;
use Waymark\Model;
use Waymark\RequestOptions;

/** Accounts of people: sign-up, log-in, tokens and passwords. */
final readonly class Auth
{
    public function __construct(private Client $client)
    {
    }

    /**
     * How to get an account.
     *
     * Where sign-up is closed, by an invitation alone.
     *
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function options(?RequestOptions $options = null): Model\AuthOptions
    {
        $call = new Call('GET', '/v1/auth/options', public: true);
        return new Model\AuthOptions($this->client->json($call, $options));
    }

    /**
     * Register a user and a workspace.
     *
     * Where the server sends no mail, the account is made and logged in: 201, or 409 for an address that has one.
     * Where it does, the answer is a 202 for every address, and the address gets a mail: with a token for `POST
     * /v1/auth/accept`, which makes the account, or saying that it has one.
     *
     * @param array{email: string, password: string, name?: string|null, workspace_name?: string|null, transport?: 'body'|'cookie'|null} $body
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function register(#[\SensitiveParameter] array $body, ?RequestOptions $options = null): Model\Tokens|Model\Signup
    {
        $call = new Call('POST', '/v1/auth/register', body: (object) $body, retried: false, public: true);
        $answer = $this->client->send($call, $options);
        return $answer->status === 202 ? new Model\Signup($answer->json()) : new Model\Tokens($answer->json());
    }

    /**
     * Log in.
     *
     * Opens the workspace that the user joined first; `POST /v1/auth/switch` opens others. `workspace` is null for a
     * user whose workspaces are all deleted. 30 a minute of a user, with switches.
     *
     * @param array{email: string, password: string, transport?: 'body'|'cookie'|null} $body
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function login(#[\SensitiveParameter] array $body, ?RequestOptions $options = null): Model\Tokens
    {
        $call = new Call('POST', '/v1/auth/login', body: (object) $body, retried: false, public: true);
        return new Model\Tokens($this->client->json($call, $options));
    }

    /**
     * Exchange a refresh token for new tokens.
     *
     * A refresh token works once. Within 30 seconds it may be sent again, as after a lost answer: it gets the same
     * next one, or `token_rotated` once that one has been used, too; the tokens of the newer answer stay valid. After
     * that, using it again ends its session. Without `refresh_token` the cookie is read, from a page of our own
     * origin alone, and the answer sets the next one. 30 a minute of a user.
     *
     * @param array{refresh_token?: string|null} $body
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function refresh(#[\SensitiveParameter] array $body = [], ?RequestOptions $options = null): Model\Tokens
    {
        $call = new Call('POST', '/v1/auth/refresh', body: (object) $body, retried: false, public: true);
        return new Model\Tokens($this->client->json($call, $options));
    }

    /**
     * End the session.
     *
     * Ends those that were opened from it by `POST /v1/auth/switch`, and takes the cookie from the browser, too. With
     * an API key there is no session, and nothing changes.
     *
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function logout(?RequestOptions $options = null): void
    {
        $call = new Call('POST', '/v1/auth/logout', idempotent: true);
        $this->client->send($call, $options);
    }

    /**
     * Switch to another workspace of the user.
     *
     * Opens a session there and keeps the current one. 30 a minute of a user, with log-ins. An API key belongs to one
     * workspace: 404.
     *
     * @param array{workspace_id: string, transport?: 'body'|'cookie'|null} $body
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function switch(array $body, ?RequestOptions $options = null): Model\SwitchedTokens
    {
        $call = new Call('POST', '/v1/auth/switch', body: (object) $body, idempotent: true);
        return new Model\SwitchedTokens($this->client->json($call, $options));
    }

    /**
     * Change the password.
     *
     * Changes the password of the logged-in user, and ends their other sessions in every workspace.
     *
     * @param array{current_password: string, new_password: string} $body
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function changePassword(#[\SensitiveParameter] array $body, ?RequestOptions $options = null): void
    {
        $call = new Call('POST', '/v1/auth/password', body: (object) $body, idempotent: true);
        $this->client->send($call, $options);
    }

    /**
     * Get the caller.
     *
     * The logged-in user or the API key, and the workspace. `workspace` and `role` are null once it is deleted.
     *
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function me(?RequestOptions $options = null): Model\Me
    {
        $call = new Call('GET', '/v1/auth/me');
        return new Model\Me($this->client->json($call, $options));
    }

    /**
     * Delete the account.
     *
     * Deletes the user who is logged in, with their memberships, sessions and invitations. What the user created
     * stays in its workspaces and shows only their id. The only owner of a workspace first makes another member an
     * owner or deletes the workspace; otherwise the answer is a 409 that lists such workspaces in `workspaces`. A
     * wrong password counts as a failed login.
     *
     * @param array{password: string} $body
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function deleteAccount(#[\SensitiveParameter] array $body, ?RequestOptions $options = null): void
    {
        $call = new Call('DELETE', '/v1/auth/me', body: (object) $body, idempotent: true);
        $this->client->send($call, $options);
    }

    /**
     * Get a ticket for a download.
     *
     * For a link that a browser follows without the header of a credential: exports, the errors of an import, QR
     * images. The ticket opens just this path and query, by GET, for a minute and any number of times, with the
     * permissions that the caller has then.
     *
     * @param array{path: string} $body
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function createTicket(array $body, ?RequestOptions $options = null): Model\Ticket
    {
        $call = new Call('POST', '/v1/auth/tickets', body: (object) $body, idempotent: true);
        return new Model\Ticket($this->client->json($call, $options));
    }

    /**
     * Accept an invitation, or confirm a sign-up.
     *
     * Takes the token of the invitation and opens a session in the workspace. If the address has no account,
     * `password` and `name` create one. If it has one, send its access token as `Authorization: Bearer`, or its
     * `password`; password and name stay as they are. A token that is wrong, used, withdrawn or expired is always the
     * same 400 at `body.token`. A wrong password is a 401 and counts as a failed login. The access token of another
     * account is a 409. The token of a sign-up makes its account, with the `password` that was chosen there.
     *
     * @param array{token: string, password?: string|null, name?: string|null, transport?: 'body'|'cookie'|null} $body
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function accept(#[\SensitiveParameter] array $body, ?RequestOptions $options = null): Model\Tokens
    {
        $call = new Call('POST', '/v1/auth/accept', body: (object) $body, idempotent: true, retried: false, public: true);
        return new Model\Tokens($this->client->json($call, $options));
    }
}
