# Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.
from __future__ import annotations

from ..._sync.core import (
    Core,
)
from ..._core.call import Operation
from ..._core.unset import (
    UNSET,
    Unset,
)
from ...models import (
    AuthOptions,
    Me,
    Signup,
    SwitchedTokens,
    Ticket,
    TokenTransport,
    Tokens,
)
from ...options import RequestOptions


_OPTIONS = Operation(
    "auth.options",
    "GET",
    "/v1/auth/options",
    public=True,
)
_REGISTER = Operation(
    "auth.register",
    "POST",
    "/v1/auth/register",
    public=True,
    retried=False,
    secrets=("access_token", "refresh_token"),
)
_LOGIN = Operation(
    "auth.login",
    "POST",
    "/v1/auth/login",
    public=True,
    retried=False,
    secrets=("access_token", "refresh_token"),
)
_REFRESH = Operation(
    "auth.refresh",
    "POST",
    "/v1/auth/refresh",
    public=True,
    retried=False,
    secrets=("access_token", "refresh_token"),
)
_LOGOUT = Operation(
    "auth.logout",
    "POST",
    "/v1/auth/logout",
    idempotent=True,
)
_SWITCH = Operation(
    "auth.switch",
    "POST",
    "/v1/auth/switch",
    idempotent=True,
    secrets=("access_token", "refresh_token"),
)
_CHANGE_PASSWORD = Operation(
    "auth.changePassword",
    "POST",
    "/v1/auth/password",
    idempotent=True,
)
_ME = Operation(
    "auth.me",
    "GET",
    "/v1/auth/me",
)
_DELETE_ACCOUNT = Operation(
    "auth.deleteAccount",
    "DELETE",
    "/v1/auth/me",
    idempotent=True,
)
_CREATE_TICKET = Operation(
    "auth.createTicket",
    "POST",
    "/v1/auth/tickets",
    idempotent=True,
    secrets=("ticket",),
)
_ACCEPT = Operation(
    "auth.accept",
    "POST",
    "/v1/auth/accept",
    public=True,
    idempotent=True,
    retried=False,
    secrets=("access_token", "refresh_token"),
)


class AuthResource:
    """Accounts of people: sign-up, log-in, tokens and passwords."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def options(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> AuthOptions:
        """
        How to get an account.

        Where sign-up is closed, by an invitation alone.

        Needs no credential, and is sent only an `api_key` of `options`.

        Args:
            options: What this call does otherwise.
        """
        return self._core.json(
            _OPTIONS,
            AuthOptions.from_json,
            options=options,
        )

    def register(
        self,
        *,
        email: str,
        password: str,
        name: str | None | Unset = UNSET,
        workspace_name: str | None | Unset = UNSET,
        transport: TokenTransport | None | Unset = UNSET,
        options: RequestOptions | None = None,
    ) -> Tokens | Signup:
        """
        Register a user and a workspace.

        Where the server sends no mail, the account is made and logged in: 201, or 409 for an address that has one.
        Where it does, the answer is a 202 for every address, and the address gets a mail: with a token for `POST
        /v1/auth/accept`, which makes the account, or saying that it has one.

        Needs no credential, and is sent only an `api_key` of `options`.

        Args:
            email: E-mail address of the account.
            password: Password of the account, at least 10 characters.
            name: Name of the user.
            workspace_name: Name of the workspace.
            transport: Where the refresh token goes: into the `body` of the answer, as by default, or into a
                `cookie` that no script of the page can read, for pages of the same origin. Then `refresh_token` is
                null.
            options: What this call does otherwise.
        """
        return self._core.json_or(
            _REGISTER,
            Tokens.from_json,
            202,
            Signup.from_json,
            body={
                "email": email,
                "password": password,
                "name": name,
                "workspace_name": workspace_name,
                "transport": transport,
            },
            options=options,
        )

    def login(
        self,
        *,
        email: str,
        password: str,
        transport: TokenTransport | None | Unset = UNSET,
        options: RequestOptions | None = None,
    ) -> Tokens:
        """
        Log in.

        Opens the workspace that the user joined first; `POST /v1/auth/switch` opens others. `workspace` is null for a
        user whose workspaces are all deleted. 30 a minute of a user, with switches.

        Needs no credential, and is sent only an `api_key` of `options`.

        Args:
            email: E-mail address of the account.
            password: Password of the account.
            transport: Where the refresh token goes: into the `body` of the answer, as by default, or into a
                `cookie` that no script of the page can read, for pages of the same origin. Then `refresh_token` is
                null.
            options: What this call does otherwise.
        """
        return self._core.json(
            _LOGIN,
            Tokens.from_json,
            body={
                "email": email,
                "password": password,
                "transport": transport,
            },
            options=options,
        )

    def refresh(
        self,
        *,
        refresh_token: str | None | Unset = UNSET,
        options: RequestOptions | None = None,
    ) -> Tokens:
        """
        Exchange a refresh token for new tokens.

        A refresh token works once. Within 30 seconds it may be sent again, as after a lost answer: it gets the same
        next one, or `token_rotated` once that one has been used, too; the tokens of the newer answer stay valid. After
        that, using it again ends its session. Without `refresh_token` the cookie is read, from a page of our own origin
        alone, and the answer sets the next one. 30 a minute of a user.

        Needs no credential, and is sent only an `api_key` of `options`.

        Args:
            refresh_token: The `refresh_token` of the last answer with tokens. Without it the cookie is read.
            options: What this call does otherwise.
        """
        return self._core.json(
            _REFRESH,
            Tokens.from_json,
            body={
                "refresh_token": refresh_token,
            },
            options=options,
        )

    def logout(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """
        End the session.

        Ends those that were opened from it by `POST /v1/auth/switch`, and takes the cookie from the browser, too. With
        an API key there is no session, and nothing changes.

        Needs the scope `read`.

        Args:
            options: What this call does otherwise.
        """
        return self._core.nothing(
            _LOGOUT,
            options=options,
        )

    def switch(
        self,
        *,
        workspace_id: str,
        transport: TokenTransport | None | Unset = UNSET,
        options: RequestOptions | None = None,
    ) -> SwitchedTokens:
        """
        Switch to another workspace of the user.

        Opens a session there and keeps the current one. 30 a minute of a user, with log-ins. An API key belongs to one
        workspace: 404.

        Needs the scope `read`.

        Args:
            workspace_id: Id of the workspace.
            transport: Where the refresh token goes: into the `body` of the answer, as by default, or into a
                `cookie` that no script of the page can read, for pages of the same origin. Then `refresh_token` is
                null.
            options: What this call does otherwise.
        """
        return self._core.json(
            _SWITCH,
            SwitchedTokens.from_json,
            body={
                "workspace_id": workspace_id,
                "transport": transport,
            },
            options=options,
        )

    def change_password(
        self,
        *,
        current_password: str,
        new_password: str,
        options: RequestOptions | None = None,
    ) -> None:
        """
        Change the password.

        Changes the password of the logged-in user, and ends their other sessions in every workspace.

        Needs the scope `read`.

        Args:
            current_password: Password of the account.
            new_password: The new password, at least 10 characters.
            options: What this call does otherwise.
        """
        return self._core.nothing(
            _CHANGE_PASSWORD,
            body={
                "current_password": current_password,
                "new_password": new_password,
            },
            options=options,
        )

    def me(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> Me:
        """
        Get the caller.

        The logged-in user or the API key, and the workspace. `workspace` and `role` are null once it is deleted.

        Needs the scope `read`.

        Args:
            options: What this call does otherwise.
        """
        return self._core.json(
            _ME,
            Me.from_json,
            options=options,
        )

    def delete_account(
        self,
        *,
        password: str,
        options: RequestOptions | None = None,
    ) -> None:
        """
        Delete the account.

        Deletes the user who is logged in, with their memberships, sessions and invitations. What the user created stays
        in its workspaces and shows only their id. The only owner of a workspace first makes another member an owner or
        deletes the workspace; otherwise the answer is a 409 that lists such workspaces in `workspaces`. A wrong
        password counts as a failed login.

        Needs the scope `read`.

        Args:
            password: Password of the account.
            options: What this call does otherwise.
        """
        return self._core.nothing(
            _DELETE_ACCOUNT,
            body={
                "password": password,
            },
            options=options,
        )

    def create_ticket(
        self,
        *,
        path: str,
        options: RequestOptions | None = None,
    ) -> Ticket:
        """
        Get a ticket for a download.

        For a link that a browser follows without the header of a credential: exports, the errors of an import, QR
        images. The ticket opens just this path and query, by GET, for a minute and any number of times, with the
        permissions that the caller has then.

        Needs the scope `read`.

        Args:
            path: Path and query of the download.
            options: What this call does otherwise.
        """
        return self._core.json(
            _CREATE_TICKET,
            Ticket.from_json,
            body={
                "path": path,
            },
            options=options,
        )

    def accept(
        self,
        *,
        token: str,
        password: str | None | Unset = UNSET,
        name: str | None | Unset = UNSET,
        transport: TokenTransport | None | Unset = UNSET,
        options: RequestOptions | None = None,
    ) -> Tokens:
        """
        Accept an invitation, or confirm a sign-up.

        Takes the token of the invitation and opens a session in the workspace. If the address has no account,
        `password` and `name` create one. If it has one, send its access token as `Authorization: Bearer`, or its
        `password`; password and name stay as they are. A token that is wrong, used, withdrawn or expired is always the
        same 400 at `body.token`. A wrong password is a 401 and counts as a failed login. The access token of another
        account is a 409. The token of a sign-up makes its account, with the `password` that was chosen there.

        Needs no credential, and is sent only an `api_key` of `options`.

        Args:
            token: Token of the invitation or sign-up.
            password: Of the new account; of the existing one, if there is one for the address. Not with an access
                token. For a sign-up: the one that was chosen there.
            name: Of a new account; an existing one keeps its own.
            transport: Where the refresh token goes: into the `body` of the answer, as by default, or into a
                `cookie` that no script of the page can read, for pages of the same origin. Then `refresh_token` is
                null.
            options: What this call does otherwise.
        """
        return self._core.json(
            _ACCEPT,
            Tokens.from_json,
            body={
                "token": token,
                "password": password,
                "name": name,
                "transport": transport,
            },
            options=options,
        )
