# Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.
from __future__ import annotations

from collections.abc import (
    Sequence,
)

from ..._async.core import (
    AsyncCore,
)
from ..._async.pages import (
    AsyncPages,
)
from ..._core.call import Operation
from ...models import (
    WorkspaceEvent,
    WorkspaceEventList,
)
from ...options import RequestOptions


_LIST = Operation(
    "events.list",
    "GET",
    "/v1/events",
)


class AsyncEventsResource:
    """What happened in the workspace, and who or what caused it."""

    def __init__(self, core: AsyncCore) -> None:
        self._core = core

    def list(
        self,
        *,
        actor: str | None = None,
        type: Sequence[str] | None = None,
        request_id: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: RequestOptions | None = None,
    ) -> AsyncPages[WorkspaceEvent, WorkspaceEventList]:
        """
        List what happened in the workspace.

        The changes of links, keys, campaigns, domains, QR codes and webhooks, newest first, as their histories have
        them. Pages by cursor: new events do not shift pages. Clicks are no events of this list.

        Needs the scope `read`.

        Args:
            actor: Id of the user or key that caused it; or all of a kind: `user`, `api_key` or `system`.
            type: Names of events, and patterns, as webhooks have them.
            request_id: Id of the request that caused it.
            from_: From this instant on.
            to: Until just before this instant.
            limit: Entries of a page at most.
            cursor: First empty (`cursor=`) or absent, then the `meta.next_cursor` of the previous page, with an
                otherwise unchanged query.
            options: What this call does otherwise.
        """
        return AsyncPages(
            self._core,
            _LIST,
            WorkspaceEventList.from_json,
            by_cursor=True,
            query={
                "actor": actor,
                "type": type,
                "request_id": request_id,
                "from": from_,
                "to": to,
                "limit": limit,
                "cursor": cursor,
            },
            options=options,
        )
