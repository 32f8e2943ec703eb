# Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.
from __future__ import annotations

from collections.abc import (
    Mapping,
    Sequence,
)
from typing import (
    Any,
)

from ..._sync.core import (
    Core,
)
from ..._sync.pages import (
    Pages,
)
from ..._core.call import Operation
from ..._core.unset import (
    UNSET,
    Unset,
)
from ...models import (
    Domain,
    DomainAt,
    DomainList,
    DomainStatus,
    History,
    HistoryEntry,
)
from ...options import RequestOptions


_CREATE = Operation(
    "domains.create",
    "POST",
    "/v1/domains",
    idempotent=True,
)
_LIST = Operation(
    "domains.list",
    "GET",
    "/v1/domains",
)
_GET = Operation(
    "domains.get",
    "GET",
    "/v1/domains/{id}",
)
_UPDATE = Operation(
    "domains.update",
    "PATCH",
    "/v1/domains/{id}",
    idempotent=True,
    conditional=True,
)
_DELETE = Operation(
    "domains.delete",
    "DELETE",
    "/v1/domains/{id}",
    idempotent=True,
    conditional=True,
)
_HISTORY = Operation(
    "domains.history",
    "GET",
    "/v1/domains/{id}/history",
)
_VERIFY = Operation(
    "domains.verify",
    "POST",
    "/v1/domains/{id}/verify",
    idempotent=True,
)


class DomainsResource:
    """Host names of your own that links can use once they are verified."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def create(
        self,
        *,
        hostname: str,
        root_url: str | None | Unset = UNSET,
        not_found_url: str | None | Unset = UNSET,
        expired_url: str | None | Unset = UNSET,
        apple_app_site_association: Mapping[str, Any] | None | Unset = UNSET,
        assetlinks: Sequence[Any] | None | Unset = UNSET,
        options: RequestOptions | None = None,
    ) -> Domain:
        """
        Add a domain.

        It is `pending`: publish its TXT record, then verify it. Any workspace may add a host name, and the one that
        proves it has it. A removed domain that is added again has its former id and links, and a new TXT record. A
        workspace may have 100 domains, removed ones not counted.

        Needs the scope `write`.

        Args:
            hostname: Host name. It is kept in lower case and in ASCII (`xn--`).
            root_url: Where the host itself (`/`) leads. Absent: `not_found_url`.
            not_found_url: Where unknown aliases lead, by 302. Absent: 404.
            expired_url: Where expired links lead that have no `expired_url`, by 302. Absent: 410.
            apple_app_site_association: Served under `/.well-known/apple-app-site-association`. At most 128 kB.
            assetlinks: Served under `/.well-known/assetlinks.json`. At most 128 kB.
            options: What this call does otherwise.
        """
        return self._core.json(
            _CREATE,
            Domain.from_json,
            body={
                "hostname": hostname,
                "root_url": root_url,
                "not_found_url": not_found_url,
                "expired_url": expired_url,
                "apple_app_site_association": apple_app_site_association,
                "assetlinks": assetlinks,
            },
            options=options,
        )

    def list(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        status: DomainStatus | None = None,
        options: RequestOptions | None = None,
    ) -> Pages[Domain, DomainList]:
        """
        List domains.

        The newest first.

        Needs the scope `read`.

        Args:
            page: Number of the page, from 1.
            limit: Entries of a page at most.
            status: Domains with this status alone.
            options: What this call does otherwise.
        """
        return Pages(
            self._core,
            _LIST,
            DomainList.from_json,
            by_cursor=False,
            query={
                "page": page,
                "limit": limit,
                "status": status,
            },
            options=options,
        )

    def get(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> Domain:
        """
        Get a domain.

        The domain as it is, or as it was at an instant.

        Needs the scope `read`.

        Args:
            id: Id of the domain.
            options: What this call does otherwise.
        """
        return self._core.json(
            _GET,
            Domain.from_json,
            path=[id],
            options=options,
        )

    def get_at(
        self,
        id: str,
        at: str,
        *,
        options: RequestOptions | None = None,
    ) -> DomainAt:
        """
        Get a domain as it was.

        The domain as it is, or as it was at an instant.

        Needs the scope `read`.

        Args:
            id: Id of the domain.
            at: Returns the state at this instant, without counters and usage: 404 before the creation, 400 in the
                future.
            options: What this call does otherwise.
        """
        return self._core.json(
            _GET,
            DomainAt.from_json,
            path=[id],
            query={
                "as_of": at,
            },
            options=options,
        )

    def update(
        self,
        id: str,
        *,
        root_url: str | None | Unset = UNSET,
        not_found_url: str | None | Unset = UNSET,
        expired_url: str | None | Unset = UNSET,
        apple_app_site_association: Mapping[str, Any] | None | Unset = UNSET,
        assetlinks: Sequence[Any] | None | Unset = UNSET,
        is_primary: bool | Unset = UNSET,
        options: RequestOptions | None = None,
    ) -> Domain:
        """
        Change a domain.

        Absent fields are unchanged; null clears a field. Only a verified domain can be made primary.

        Needs the scope `write`.

        Args:
            id: Id of the domain.
            root_url: Where the host itself (`/`) leads. Absent: `not_found_url`.
            not_found_url: Where unknown aliases lead, by 302. Absent: 404.
            expired_url: Where expired links lead that have no `expired_url`, by 302. Absent: 410.
            apple_app_site_association: Served under `/.well-known/apple-app-site-association`. At most 128 kB.
            assetlinks: Served under `/.well-known/assetlinks.json`. At most 128 kB.
            is_primary: Links that name no domain are created on the primary one. At most one is; it is verified.
            options: What this call does otherwise.
        """
        return self._core.json(
            _UPDATE,
            Domain.from_json,
            path=[id],
            body={
                "root_url": root_url,
                "not_found_url": not_found_url,
                "expired_url": expired_url,
                "apple_app_site_association": apple_app_site_association,
                "assetlinks": assetlinks,
                "is_primary": is_primary,
            },
            options=options,
        )

    def delete(
        self,
        id: str,
        *,
        force: bool | None = None,
        options: RequestOptions | None = None,
    ) -> None:
        """
        Remove a domain.

        Its links stay and resolve no more, until it is added and verified again. A domain with links is removed with
        `force=true` only.

        Needs the scope `write`.

        Args:
            id: Id of the domain.
            force: Removes a domain that has links, too.
            options: What this call does otherwise.
        """
        return self._core.nothing(
            _DELETE,
            path=[id],
            query={
                "force": force,
            },
            options=options,
        )

    def history(
        self,
        id: str,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: RequestOptions | None = None,
    ) -> Pages[HistoryEntry, History]:
        """
        History of a domain.

        The changes of the domain, oldest first; also of a removed one.

        Needs the scope `read`.

        Args:
            id: Id of the domain.
            page: Number of the page, from 1.
            limit: Entries of a page at most.
            options: What this call does otherwise.
        """
        return Pages(
            self._core,
            _HISTORY,
            History.from_json,
            by_cursor=False,
            path=[id],
            query={
                "page": page,
                "limit": limit,
            },
            options=options,
        )

    def verify(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> Domain:
        """
        Verify a domain.

        Asks DNS for the TXT record. Found: the domain is `verified`. Missing: a pending domain stays pending, and a
        verified one fails after three misses in 48 hours or more; it is also checked daily. If no name server answers,
        only `last_check` changes. While another workspace has verified the host name and its record is in DNS: 409.

        Needs the scope `write`.

        Args:
            id: Id of the domain.
            options: What this call does otherwise.
        """
        return self._core.json(
            _VERIFY,
            Domain.from_json,
            path=[id],
            options=options,
        )
