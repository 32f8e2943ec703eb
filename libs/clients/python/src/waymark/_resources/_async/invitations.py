# Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.
from __future__ import annotations

from ..._async.core import (
    AsyncCore,
)
from ..._async.pages import (
    AsyncPages,
)
from ..._core.call import Operation
from ...models import (
    Invitation,
    InvitationList,
    NewInvitation,
    Role,
)
from ...options import RequestOptions


_LIST = Operation(
    "invitations.list",
    "GET",
    "/v1/workspace/invitations",
)
_CREATE = Operation(
    "invitations.create",
    "POST",
    "/v1/workspace/invitations",
    idempotent=True,
    secrets=("token",),
)
_GET = Operation(
    "invitations.get",
    "GET",
    "/v1/workspace/invitations/{id}",
)
_DELETE = Operation(
    "invitations.delete",
    "DELETE",
    "/v1/workspace/invitations/{id}",
    idempotent=True,
    conditional=True,
)


class AsyncInvitationsResource:
    """Invitations of e-mail addresses to the workspace."""

    def __init__(self, core: AsyncCore) -> None:
        self._core = core

    def list(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: RequestOptions | None = None,
    ) -> AsyncPages[Invitation, InvitationList]:
        """
        List invitations.

        Those that are pending: not accepted, withdrawn or expired. Never their tokens.

        Needs the scope `owner`.

        Args:
            page: Number of the page, from 1.
            limit: Entries of a page at most.
            options: What this call does otherwise.
        """
        return AsyncPages(
            self._core,
            _LIST,
            InvitationList.from_json,
            by_cursor=False,
            query={
                "page": page,
                "limit": limit,
            },
            options=options,
        )

    async def create(
        self,
        *,
        email: str,
        role: Role,
        options: RequestOptions | None = None,
    ) -> NewInvitation:
        """
        Invite somebody.

        Invites an e-mail address, whether it has an account or not. The token for `POST /v1/auth/accept` is valid for
        seven days and for one use; nobody becomes a member before that. If the server can send mail, it mails the
        token; otherwise it returns the token once. Another invitation of the same address replaces the pending one and
        its token. An address that the mail server refuses is a 400, and mail that cannot be sent is a 503; nobody is
        invited then. The invitations of an owner who leaves or is demoted are withdrawn. At most 100 can be pending. In
        a minute a workspace mails at most 30, and an address gets at most three; more is a 429.

        Needs the scope `owner`.

        Args:
            email: The address to invite.
            role: What a user may do: a viewer reads, a member changes everything but the workspace and its members.
            options: What this call does otherwise.
        """
        return await self._core.json(
            _CREATE,
            NewInvitation.from_json,
            body={
                "email": email,
                "role": role,
            },
            options=options,
        )

    async def get(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> Invitation:
        """
        Get an invitation.

        While it is pending.

        Needs the scope `owner`.

        Args:
            id: Id of the invitation.
            options: What this call does otherwise.
        """
        return await self._core.json(
            _GET,
            Invitation.from_json,
            path=[id],
            options=options,
        )

    async def delete(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """
        Withdraw an invitation.

        Its token is not valid any more, and the address is deleted.

        Needs the scope `owner`.

        Args:
            id: Id of the invitation.
            options: What this call does otherwise.
        """
        return await self._core.nothing(
            _DELETE,
            path=[id],
            options=options,
        )
