# Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.
from __future__ import annotations

from ..._sync.core import (
    Core,
)
from ..._sync.pages import (
    Pages,
)
from ..._core.call import Operation
from ..._core.unset import (
    UNSET,
    Unset,
)
from ...models import (
    Member,
    MemberList,
    Role,
)
from ...options import RequestOptions


_LIST = Operation(
    "members.list",
    "GET",
    "/v1/workspace/members",
)
_GET = Operation(
    "members.get",
    "GET",
    "/v1/workspace/members/{id}",
)
_UPDATE = Operation(
    "members.update",
    "PATCH",
    "/v1/workspace/members/{id}",
    idempotent=True,
    conditional=True,
)
_DELETE = Operation(
    "members.delete",
    "DELETE",
    "/v1/workspace/members/{id}",
    idempotent=True,
    conditional=True,
)


class MembersResource:
    """The users of the workspace and their roles."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def list(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: RequestOptions | None = None,
    ) -> Pages[Member, MemberList]:
        """
        List members.

        Those who joined first come first.

        Needs the scope `read`.

        Args:
            page: Number of the page, from 1.
            limit: Entries of a page at most.
            options: What this call does otherwise.
        """
        return Pages(
            self._core,
            _LIST,
            MemberList.from_json,
            by_cursor=False,
            query={
                "page": page,
                "limit": limit,
            },
            options=options,
        )

    def get(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> Member:
        """
        Get a member.

        The user and their role.

        Needs the scope `read`.

        Args:
            id: Id of the user.
            options: What this call does otherwise.
        """
        return self._core.json(
            _GET,
            Member.from_json,
            path=[id],
            options=options,
        )

    def update(
        self,
        id: str,
        *,
        role: Role | Unset = UNSET,
        options: RequestOptions | None = None,
    ) -> Member:
        """
        Change a member's role.

        Applies from their next request on. The last owner cannot be changed.

        Needs the scope `owner`.

        Args:
            id: Id of the user.
            role: What a user may do: a viewer reads, a member changes everything but the workspace and its members.
            options: What this call does otherwise.
        """
        return self._core.json(
            _UPDATE,
            Member.from_json,
            path=[id],
            body={
                "role": role,
            },
            options=options,
        )

    def delete(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """
        Remove a member.

        Ends their sessions in this workspace at once. API keys that they created belong to the workspace and stay. An
        account that has no other workspace is deleted; an invitation makes it anew. The last owner cannot be removed.

        Needs the scope `owner`.

        Args:
            id: Id of the user.
            options: What this call does otherwise.
        """
        return self._core.nothing(
            _DELETE,
            path=[id],
            options=options,
        )
