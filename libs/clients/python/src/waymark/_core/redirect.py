from __future__ import annotations

from typing import NamedTuple


class Redirect(NamedTuple):
    """Where a short URL leads. It is not followed."""

    status: int
    location: str | None
    """None: the answer is a page of the link's preview instead."""
