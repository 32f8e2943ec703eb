# Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.
from __future__ import annotations

from typing import (
    Literal,
)

from ..._sync.core import (
    Core,
)
from ..._core.call import Operation
from ..._core.redirect import (
    Redirect,
)
from ...options import RequestOptions


_FOLLOW = Operation(
    "redirects.follow",
    "GET",
    "/{alias}",
    public=True,
)
_UNLOCK = Operation(
    "redirects.unlock",
    "POST",
    "/{alias}",
    public=True,
    retried=False,
)


class RedirectsResource:
    """Short URLs, as visitors follow them. They need no credential."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def follow(
        self,
        alias: str,
        *,
        qr: Literal["1"] | str | None = None,
        options: RequestOptions | None = None,
    ) -> Redirect:
        """
        Follow a short URL.

        Redirects to the destination of the link, by the status in its `redirect_type` (302 by default), and counts a
        click. The query of the visit is appended unless `forward_query` is false. HEAD answers alike and is not
        counted. Failures are HTML pages where `Accept` has `text/html`. A link that is not found, or that is disabled
        or not yet started, is a 404; one that has expired is a 410; on a domain of your own both can redirect to pages
        of yours.

        Needs no credential, and is sent only an `api_key` of `options`.

        Args:
            alias: The alias of a link, whatever its case.
            qr: Counts the visit as a scan of a QR code.
            options: What this call does otherwise.
        """
        return self._core.redirect(
            _FOLLOW,
            path=[alias],
            query={
                "qr": qr,
            },
            options=options,
        )

    def unlock(
        self,
        alias: str,
        *,
        password: str,
        qr: Literal["1"] | str | None = None,
        options: RequestOptions | None = None,
    ) -> Redirect:
        """
        Follow a short URL with a password.

        Redirects to the destination of a link with a password. Wrong attempts are limited to 10 a minute for each link
        and address, and to 100 a minute for each link. Nothing is remembered: each visit asks. A link without a
        password, and an alias that no link has, take no POST.

        Needs no credential, and is sent only an `api_key` of `options`.

        Args:
            alias: The alias of a link, whatever its case.
            password: The password of the link.
            qr: Counts the visit as a scan of a QR code.
            options: What this call does otherwise.
        """
        return self._core.redirect(
            _UNLOCK,
            path=[alias],
            query={
                "qr": qr,
            },
            body={
                "password": password,
            },
            options=options,
        )
