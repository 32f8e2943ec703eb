# Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.
from __future__ import annotations

from ..._sync.core import (
    Core,
)
from ..._sync.files import (
    File,
)
from ..._sync.pages import (
    Pages,
)
from ..._core.call import Call, Operation
from ..._core.unset import (
    UNSET,
    Unset,
)
from ...models import (
    QrCode,
    QrCodeList,
    QrFormat,
    QrLevel,
)
from ...options import RequestOptions


_CREATE = Operation(
    "qrCodes.create",
    "POST",
    "/v1/qr-codes",
    idempotent=True,
)
_LIST = Operation(
    "qrCodes.list",
    "GET",
    "/v1/qr-codes",
)
_GET = Operation(
    "qrCodes.get",
    "GET",
    "/v1/qr-codes/{id}",
)
_UPDATE = Operation(
    "qrCodes.update",
    "PATCH",
    "/v1/qr-codes/{id}",
    idempotent=True,
    conditional=True,
)
_DELETE = Operation(
    "qrCodes.delete",
    "DELETE",
    "/v1/qr-codes/{id}",
    idempotent=True,
    conditional=True,
)
_IMAGE = Operation(
    "qrCodes.image",
    "GET",
    "/v1/qr-codes/{id}/image",
)


class QrCodesResource:
    """QR codes of links or of any URL, as SVG or PNG."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def create(
        self,
        *,
        link_id: str | None | Unset = UNSET,
        url: str | None | Unset = UNSET,
        name: str | None | Unset = UNSET,
        format: QrFormat | None | Unset = UNSET,
        size: int | None | Unset = UNSET,
        level: QrLevel | None | Unset = UNSET,
        margin: int | None | Unset = UNSET,
        fg_color: str | None | Unset = UNSET,
        bg_color: str | None | Unset = UNSET,
        logo_url: str | None | Unset = UNSET,
        options: RequestOptions | None = None,
    ) -> QrCode:
        """
        Create a QR code.

        Of a link, or of any URL. What readers could not read is a 400: too little contrast, less than 2 pixels a
        module, a logo at level L or M. At most 30 logos a minute are fetched for each workspace.

        Needs the scope `write`.

        Args:
            link_id: A link of the workspace: the QR code holds its short URL with `?qr=1`. Either this or `url`.
            url: What the QR code holds, exactly as given. Either this or `link_id`.
            name: Name of the QR code, for your own use.
            format:
            size: Pixels of a side: at least 2 for each module.
            level:
            margin: Empty modules on each side.
            fg_color: Colour of the dark modules.
            bg_color: Colour of the light modules.
            logo_url: A PNG or JPEG of at most 256 kB, 4 megapixels and 64 scans. It is fetched once, when this is
                set, and drawn at a fifth of the side. Only with level Q, the default beside it, or H.
            options: What this call does otherwise.
        """
        return self._core.json(
            _CREATE,
            QrCode.from_json,
            body={
                "link_id": link_id,
                "url": url,
                "name": name,
                "format": format,
                "size": size,
                "level": level,
                "margin": margin,
                "fg_color": fg_color,
                "bg_color": bg_color,
                "logo_url": logo_url,
            },
            options=options,
        )

    def list(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        link_id: str | None = None,
        options: RequestOptions | None = None,
    ) -> Pages[QrCode, QrCodeList]:
        """
        List QR codes.

        The newest first.

        Needs the scope `read`.

        Args:
            page: Number of the page, from 1.
            limit: Entries of a page at most.
            link_id: QR codes of this link alone.
            options: What this call does otherwise.
        """
        return Pages(
            self._core,
            _LIST,
            QrCodeList.from_json,
            by_cursor=False,
            query={
                "page": page,
                "limit": limit,
                "link_id": link_id,
            },
            options=options,
        )

    def get(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> QrCode:
        """
        Get a QR code.

        The record says how it looks; `image_url` leads to its image.

        Needs the scope `read`.

        Args:
            id: Id of the QR code.
            options: What this call does otherwise.
        """
        return self._core.json(
            _GET,
            QrCode.from_json,
            path=[id],
            options=options,
        )

    def update(
        self,
        id: str,
        *,
        link_id: str | None | Unset = UNSET,
        url: str | None | Unset = UNSET,
        name: str | None | Unset = UNSET,
        format: QrFormat | None | Unset = UNSET,
        size: int | None | Unset = UNSET,
        level: QrLevel | None | Unset = UNSET,
        margin: int | None | Unset = UNSET,
        fg_color: str | None | Unset = UNSET,
        bg_color: str | None | Unset = UNSET,
        logo_url: str | None | Unset = UNSET,
        options: RequestOptions | None = None,
    ) -> QrCode:
        """
        Change a QR code.

        Absent fields are unchanged; null clears a field. What is printed already holds what it held. At most 30 logos a
        minute are fetched for each workspace.

        Needs the scope `write`.

        Args:
            id: Id of the QR code.
            link_id: A link of the workspace: the QR code holds its short URL with `?qr=1`. Either this or `url`.
            url: What the QR code holds, exactly as given. Either this or `link_id`.
            name: Name of the QR code, for your own use.
            format:
            size: Pixels of a side: at least 2 for each module.
            level:
            margin: Empty modules on each side.
            fg_color: Colour of the dark modules.
            bg_color: Colour of the light modules.
            logo_url: A PNG or JPEG of at most 256 kB, 4 megapixels and 64 scans. It is fetched once, when this is
                set, and drawn at a fifth of the side. Only with level Q, the default beside it, or H.
            options: What this call does otherwise.
        """
        return self._core.json(
            _UPDATE,
            QrCode.from_json,
            path=[id],
            body={
                "link_id": link_id,
                "url": url,
                "name": name,
                "format": format,
                "size": size,
                "level": level,
                "margin": margin,
                "fg_color": fg_color,
                "bg_color": bg_color,
                "logo_url": logo_url,
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
        Delete a QR code.

        What is printed goes on leading to its link or URL.

        Needs the scope `write`.

        Args:
            id: Id of the QR code.
            options: What this call does otherwise.
        """
        return self._core.nothing(
            _DELETE,
            path=[id],
            options=options,
        )

    def image(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> File:
        """
        Get the image of a QR code.

        It stays the same while its link is deleted, since that may be restored. The same image has the same ETag: send
        it back as If-None-Match for a 304.

        Needs the scope `read`.

        Args:
            id: Id of the QR code.
            options: What this call does otherwise.
        """
        call = Call(
            self._core.config,
            _IMAGE,
            path=[id],
            query={},
            options=options,
            accept="*/*",
        )
        return File(self._core, call)
