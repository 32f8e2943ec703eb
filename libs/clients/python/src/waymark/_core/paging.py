from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Query = dict[str, Any]


def first_query(by_cursor: bool, query: Mapping[str, Any]) -> Query:
    """The query of the first page: by cursor where the list has one and nothing asks for numbered pages."""
    given = {name: value for name, value in query.items() if value is not None}
    numbered = "page" in given or given.get("sort", "created_at") != "created_at"
    return given if not by_cursor or numbered or "cursor" in given else {**given, "cursor": ""}


def next_query(query: Query, page: Mapping[str, Any]) -> Query | None:
    """The query of the page after this one; None after the last."""
    meta = page.get("meta") or {}
    if "cursor" in query:
        cursor = meta.get("next_cursor")
        return {**query, "cursor": cursor} if cursor else None
    number, limit, total = meta.get("page"), meta.get("limit"), meta.get("total")
    data = page.get("data")
    if not data or number is None or limit is None or total is None:
        return None
    # A total that is a minimum does not say where the list ends.
    ended = len(data) < limit if meta.get("total_is") == "minimum" else number * limit >= total
    return None if ended else {**query, "page": number + 1}
