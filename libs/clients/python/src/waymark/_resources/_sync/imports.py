# Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.
from __future__ import annotations

from typing import (
    Literal,
)

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
from ..._core.uploads import (
    Upload,
    UploadSource,
    media_type_of,
)
from ...models import (
    Import,
    ImportList,
    ImportSource,
    ListedImport,
)
from ...options import RequestOptions


_CREATE = Operation(
    "imports.create",
    "POST",
    "/v1/links/import",
    idempotent=True,
)
_LIST = Operation(
    "imports.list",
    "GET",
    "/v1/imports",
)
_GET = Operation(
    "imports.get",
    "GET",
    "/v1/imports/{id}",
)
_ERRORS = Operation(
    "imports.errors",
    "GET",
    "/v1/imports/{id}/errors",
)
_CANCEL = Operation(
    "imports.cancel",
    "POST",
    "/v1/imports/{id}/cancel",
    idempotent=True,
)


class ImportsResource:
    """Files of links from here or from another service, imported in the background."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def create(
        self,
        file: UploadSource,
        *,
        source: ImportSource | None = None,
        domain: str | None = None,
        media_type: str | None = None,
        options: RequestOptions | None = None,
    ) -> Import:
        """
        Import links.

        Makes a link of each row, in the background. A CSV has a header row with the column names of the link record
        (any of `,` `;` `|` or tab between cells), NDJSON an object in each line, or an array of them. The exports of
        Bitly, Dub, Shlink and YOURLS, and an answer of the APIs of Bitly, Dub, Kutt and Shlink, are recognised by their
        columns. A column that is unknown is a 400; of an API it is ignored. Links of a host that a service shares among
        its customers, such as bit.ly, come to the workspace's primary domain. Tags are separated by commas within their
        cell; `rules`, `variants` and `preview` are JSON. Counts, ids and dates of creation are ignored, and named in
        `ignored_columns`. A status `archived` or `disabled` is taken over. A row that fails stops no other one; of rows
        with one alias the first has it. A row of a link with a password fails. A workspace may have 10 imports that
        have not ended, one of which runs at a time.

        Needs the scope `write`.

        Args:
            file: A path, bytes, or a stream of bytes.
            source: Where the file comes from. Absent: recognised by the columns.
            domain: For links whose host is not a verified domain of the workspace; absent: those rows fail.
            media_type: `text/csv` or `application/x-ndjson`. Absent: by the ending of the file's name.
            options: What this call does otherwise.
        """
        return self._core.json(
            _CREATE,
            Import.from_json,
            query={
                "source": source,
                "domain": domain,
            },
            body=Upload(file, media_type or media_type_of(file, ("text/csv", "application/x-ndjson"))),
            options=options,
        )

    def list(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: RequestOptions | None = None,
    ) -> Pages[ListedImport, ImportList]:
        """
        List imports.

        The newest first, without their errors. Imports are forgotten 30 days after their end.

        Needs the scope `read`.

        Args:
            page: Number of the page, from 1.
            limit: Entries of a page at most.
            options: What this call does otherwise.
        """
        return Pages(
            self._core,
            _LIST,
            ImportList.from_json,
            by_cursor=False,
            query={
                "page": page,
                "limit": limit,
            },
            options=options,
        )

    def get(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> Import:
        """
        Get an import.

        Its progress: `created` and `failed` grow up to `total`.

        Needs the scope `read`.

        Args:
            id: Id of the import.
            options: What this call does otherwise.
        """
        return self._core.json(
            _GET,
            Import.from_json,
            path=[id],
            options=options,
        )

    def errors(
        self,
        id: str,
        *,
        format: Literal["csv"] | str | None = None,
        options: RequestOptions | None = None,
    ) -> File:
        """
        Download the rows that failed.

        All of them, with their cells as they came and the columns `error_code` and `error_message`: mend them, and
        import the file again. Kept for a workspace's last ten imports.

        Needs the scope `read`.

        Args:
            id: Id of the import.
            format: Format of the file.
            options: What this call does otherwise.
        """
        call = Call(
            self._core.config,
            _ERRORS,
            path=[id],
            query={
                "format": format,
            },
            options=options,
            accept="*/*",
        )
        return File(self._core, call)

    def cancel(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> Import:
        """
        Cancel an import.

        The links that it has made stay, and no more are made.

        Needs the scope `write`.

        Args:
            id: Id of the import.
            options: What this call does otherwise.
        """
        return self._core.json(
            _CANCEL,
            Import.from_json,
            path=[id],
            options=options,
        )
