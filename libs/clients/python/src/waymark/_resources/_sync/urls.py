# Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.
from __future__ import annotations

from ..._sync.core import (
    Core,
)
from ..._core.call import Operation
from ...models import (
    ShortUrl,
)
from ...options import RequestOptions


_CREATE = Operation(
    "urls.create",
    "POST",
    "/api/urls",
    idempotent=True,
)


class UrlsResource:
    """Shortens a URL in one step, with the fields in camelCase."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def create(
        self,
        *,
        original_url: str,
        options: RequestOptions | None = None,
    ) -> ShortUrl:
        """
        Shorten a URL.

        Creates a link with a random alias. It is a link like any other: `Location` leads to its record.

        Needs the scope `write`.

        Args:
            original_url: Where it leads: http or https, without credentials.
            options: What this call does otherwise.
        """
        return self._core.json(
            _CREATE,
            ShortUrl.from_json,
            body={
                "originalUrl": original_url,
            },
            options=options,
        )
