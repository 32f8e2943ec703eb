# Generated from libs/clients/python/src/waymark/_async by `npm run generate`. Do not edit.
from __future__ import annotations

from collections.abc import Iterator, Callable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from .._core.call import Operation
from .._core.paging import first_query, next_query
from ..options import RequestOptions
from .core import Core


class _Page(Protocol):
    raw: dict[str, Any]


Item = TypeVar("Item")
Page = TypeVar("Page", bound=_Page)


class Pages(Generic[Item, Page]):
    """
    The items of a list, page after page: `for item in …`. A page is requested when its first item is needed, and
    each loop begins anew.
    """

    def __init__(
        self,
        core: Core,
        operation: Operation,
        read: Callable[[Any], Page],
        *,
        by_cursor: bool,
        path: Sequence[str] = (),
        query: Mapping[str, Any],
        options: RequestOptions | None,
    ) -> None:
        self._core = core
        self._operation = operation
        self._read = read
        self._path = path
        self._query = first_query(by_cursor, query)
        self._options = options

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            items: list[Item] = getattr(page, "data", None) or []
            for item in items:
                yield item

    def pages(self) -> Iterator[Page]:
        """The pages themselves: their items are in `data`, and `meta` says which page it is."""
        query: dict[str, Any] | None = self._query
        while query is not None:
            page = self._page(query)
            yield page
            query = next_query(query, page.raw)

    def first_page(self) -> Page:
        """The first page alone, in one request."""
        return self._page(self._query)

    def _page(self, query: dict[str, Any]) -> Page:
        return self._core.json(self._operation, self._read, path=self._path, query=query, options=self._options)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._operation.id}>"
