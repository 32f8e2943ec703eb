# Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.
from __future__ import annotations

from ..._async.core import (
    AsyncCore,
)
from ..._core.call import Operation
from ..._core.unset import (
    UNSET,
    Unset,
)
from ...models import (
    Workspace,
)
from ...options import RequestOptions


_GET = Operation(
    "workspace.get",
    "GET",
    "/v1/workspace",
)
_UPDATE = Operation(
    "workspace.update",
    "PATCH",
    "/v1/workspace",
    idempotent=True,
    conditional=True,
)
_DELETE = Operation(
    "workspace.delete",
    "DELETE",
    "/v1/workspace",
    idempotent=True,
    conditional=True,
)
_CREATE = Operation(
    "workspace.create",
    "POST",
    "/v1/workspaces",
    idempotent=True,
)


class AsyncWorkspaceResource:
    """The workspace of the credential: its name, plan, usage and limits."""

    def __init__(self, core: AsyncCore) -> None:
        self._core = core

    async def get(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> Workspace:
        """
        Get the workspace.

        The workspace of the credential, with its plan, usage and limits.

        Needs the scope `read`.

        Args:
            options: What this call does otherwise.
        """
        return await self._core.json(
            _GET,
            Workspace.from_json,
            options=options,
        )

    async def update(
        self,
        *,
        name: str | Unset = UNSET,
        options: RequestOptions | None = None,
    ) -> Workspace:
        """
        Rename the workspace.

        Requires an owner. Only the operator can change the plan.

        Needs the scope `owner`.

        Args:
            name: Name of the workspace.
            options: What this call does otherwise.
        """
        return await self._core.json(
            _UPDATE,
            Workspace.from_json,
            body={
                "name": name,
            },
            options=options,
        )

    async def delete(
        self,
        *,
        name: str,
        options: RequestOptions | None = None,
    ) -> None:
        """
        Delete the workspace.

        By an owner, who sends its name. At once its keys are refused as revoked, its links resolve no more, and its
        members can only log out, switch to another workspace or look at their account. The operator can restore it for
        30 days; then its data is erased, and its aliases stay taken. Deleting it again changes nothing.

        Needs the scope `owner`.

        Args:
            name: The workspace's name.
            options: What this call does otherwise.
        """
        return await self._core.nothing(
            _DELETE,
            body={
                "name": name,
            },
            options=options,
        )

    async def create(
        self,
        *,
        name: str,
        options: RequestOptions | None = None,
    ) -> Workspace:
        """
        Create a workspace.

        The user who is logged in becomes its owner; an API key cannot create one (403). `POST /v1/auth/switch` opens a
        session there, and only such a session finds it at `Location`. A user owns at most 100 workspaces, and 1,000
        with those that were deleted within 30 days.

        Needs the scope `read`.

        Args:
            name: Name of the workspace.
            options: What this call does otherwise.
        """
        return await self._core.json(
            _CREATE,
            Workspace.from_json,
            body={
                "name": name,
            },
            options=options,
        )
