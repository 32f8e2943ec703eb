# Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.
from __future__ import annotations

from ..._sync.core import (
    Core,
)
from ..._sync.pages import (
    Pages,
)
from ..._core.call import Operation
from ...models import (
    Tag,
    TagList,
)
from ...options import RequestOptions


_LIST = Operation(
    "tags.list",
    "GET",
    "/v1/tags",
)


class TagsResource:
    """Words that links are sorted by."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def list(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: RequestOptions | None = None,
    ) -> Pages[Tag, TagList]:
        """
        List tags.

        Tags of links that are not deleted, most used first.

        Needs the scope `read`.

        Args:
            page: Number of the page, from 1.
            limit: Entries of a page at most.
            options: What this call does otherwise.
        """
        return Pages(
            self._core,
            _LIST,
            TagList.from_json,
            by_cursor=False,
            query={
                "page": page,
                "limit": limit,
            },
            options=options,
        )
