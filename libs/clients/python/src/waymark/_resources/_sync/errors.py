# Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.
from __future__ import annotations

from ..._sync.core import (
    Core,
)
from ..._core.call import Operation
from ...models import (
    ErrorCode,
)
from ...options import RequestOptions


_GET = Operation(
    "errors.get",
    "GET",
    "/errors/{code}",
    public=True,
)


class ErrorsResource:
    """The documentation of error codes."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def get(
        self,
        code: str,
        *,
        options: RequestOptions | None = None,
    ) -> ErrorCode:
        """
        What an error code means.

        The `type` of a failure leads here. Browsers, whose `Accept` has `text/html`, get a page.

        Needs no credential, and is sent only an `api_key` of `options`.

        Args:
            code: The `code` of a failure.
            options: What this call does otherwise.
        """
        return self._core.json(
            _GET,
            ErrorCode.from_json,
            path=[code],
            options=options,
        )
