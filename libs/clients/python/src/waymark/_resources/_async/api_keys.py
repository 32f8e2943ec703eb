# Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.
from __future__ import annotations

from typing import (
    Literal,
)

from ..._async.core import (
    AsyncCore,
)
from ..._async.pages import (
    AsyncPages,
)
from ..._core.call import Operation
from ..._core.unset import (
    UNSET,
    Unset,
)
from ...models import (
    ApiKey,
    ApiKeyAt,
    ApiKeyHistory,
    ApiKeyHistoryEntry,
    ApiKeyList,
    ApiKeyScope,
    ApiKeyStatus,
    ApiKeyUsageByDay,
    CreatedApiKey,
    RotatedApiKey,
)
from ...options import RequestOptions


_CREATE = Operation(
    "apiKeys.create",
    "POST",
    "/v1/api-keys",
    idempotent=True,
    secrets=("key",),
)
_LIST = Operation(
    "apiKeys.list",
    "GET",
    "/v1/api-keys",
)
_CURRENT = Operation(
    "apiKeys.current",
    "GET",
    "/v1/api-keys/current",
)
_GET = Operation(
    "apiKeys.get",
    "GET",
    "/v1/api-keys/{id}",
)
_UPDATE = Operation(
    "apiKeys.update",
    "PATCH",
    "/v1/api-keys/{id}",
    idempotent=True,
    conditional=True,
)
_DELETE = Operation(
    "apiKeys.delete",
    "DELETE",
    "/v1/api-keys/{id}",
    idempotent=True,
    conditional=True,
)
_ROTATE = Operation(
    "apiKeys.rotate",
    "POST",
    "/v1/api-keys/{id}/rotate",
    idempotent=True,
    conditional=True,
    secrets=("key",),
)
_REVOKE = Operation(
    "apiKeys.revoke",
    "POST",
    "/v1/api-keys/{id}/revoke",
    idempotent=True,
    conditional=True,
)
_HISTORY = Operation(
    "apiKeys.history",
    "GET",
    "/v1/api-keys/{id}/history",
)
_USAGE = Operation(
    "apiKeys.usage",
    "GET",
    "/v1/api-keys/{id}/usage",
)


class AsyncApiKeysResource:
    """Credentials of programs: scope, rotation with 24 hours of grace, revocation."""

    def __init__(self, core: AsyncCore) -> None:
        self._core = core

    async def create(
        self,
        *,
        name: str,
        scope: ApiKeyScope,
        expiration: str | None | Unset = UNSET,
        options: RequestOptions | None = None,
    ) -> CreatedApiKey:
        """
        Create an API key.

        The key itself is only in this answer and in its repeats under the same Idempotency-Key.

        Needs the scope `keys`.

        Args:
            name: Name of the key, for your own use.
            scope: What an API key may do. Bodies take `read`, `read_write` and `read+write` as well, in any case.
            expiration: A date, to whose end in UTC the key is valid, or a timestamp. Absent: until it is revoked.
            options: What this call does otherwise.
        """
        return await self._core.json(
            _CREATE,
            CreatedApiKey.from_json,
            body={
                "name": name,
                "scope": scope,
                "expiration": expiration,
            },
            options=options,
        )

    def list(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        status: ApiKeyStatus | None = None,
        unused_for_days: int | None = None,
        older_than_days: int | None = None,
        options: RequestOptions | None = None,
    ) -> AsyncPages[ApiKey, ApiKeyList]:
        """
        List API keys.

        The newest first. Keys that are revoked or have expired stay in the list.

        Needs the scope `read`.

        Args:
            page: Number of the page, from 1.
            limit: Entries of a page at most.
            status: Keys with this status alone.
            unused_for_days: Last used at least this many days ago; if never used, created that long ago.
            older_than_days: Created at least this many days ago.
            options: What this call does otherwise.
        """
        return AsyncPages(
            self._core,
            _LIST,
            ApiKeyList.from_json,
            by_cursor=False,
            query={
                "page": page,
                "limit": limit,
                "status": status,
                "unused_for_days": unused_for_days,
                "older_than_days": older_than_days,
            },
            options=options,
        )

    async def current(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> ApiKey:
        """
        Get the API key of this request.

        404 for a request with an access token.

        Needs the scope `read`.

        Args:
            options: What this call does otherwise.
        """
        return await self._core.json(
            _CURRENT,
            ApiKey.from_json,
            options=options,
        )

    async def get(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> ApiKey:
        """
        Get an API key.

        The record never holds the key itself. It may be asked for as it was at an instant.

        Needs the scope `read`.

        Args:
            id: Id of the API key.
            options: What this call does otherwise.
        """
        return await self._core.json(
            _GET,
            ApiKey.from_json,
            path=[id],
            options=options,
        )

    async def get_at(
        self,
        id: str,
        at: str,
        *,
        options: RequestOptions | None = None,
    ) -> ApiKeyAt:
        """
        Get an API key as it was.

        The record never holds the key itself. It may be asked for as it was at an instant.

        Needs the scope `read`.

        Args:
            id: Id of the API key.
            at: Returns the state at this instant, without counters and usage: 404 before the creation, 400 in the
                future.
            options: What this call does otherwise.
        """
        return await self._core.json(
            _GET,
            ApiKeyAt.from_json,
            path=[id],
            query={
                "as_of": at,
            },
            options=options,
        )

    async def update(
        self,
        id: str,
        *,
        name: str | Unset = UNSET,
        options: RequestOptions | None = None,
    ) -> ApiKey:
        """
        Rename an API key.

        Only its name can be changed.

        Needs the scope `keys`.

        Args:
            id: Id of the API key.
            name: Name of the key, for your own use.
            options: What this call does otherwise.
        """
        return await self._core.json(
            _UPDATE,
            ApiKey.from_json,
            path=[id],
            body={
                "name": name,
            },
            options=options,
        )

    async def delete(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """
        Revoke an API key.

        In force when the answer is sent. The record stays; a repeat changes nothing.

        Needs the scope `keys`.

        Args:
            id: Id of the API key.
            options: What this call does otherwise.
        """
        return await self._core.nothing(
            _DELETE,
            path=[id],
            options=options,
        )

    async def rotate(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> RotatedApiKey:
        """
        Rotate an API key.

        Creates a new key with the same name, scope and expiration. It is only in this answer and in its repeats under
        the same Idempotency-Key. The old key stays valid for at most 24 h.

        Needs the scope `keys`.

        Args:
            id: Id of the API key.
            options: What this call does otherwise.
        """
        return await self._core.json(
            _ROTATE,
            RotatedApiKey.from_json,
            path=[id],
            body={},
            options=options,
        )

    async def revoke(
        self,
        id: str,
        *,
        reason: str | None | Unset = UNSET,
        options: RequestOptions | None = None,
    ) -> ApiKey:
        """
        Revoke an API key.

        In force when the answer is sent. A repeat changes nothing.

        Needs the scope `keys`.

        Args:
            id: Id of the API key.
            reason: Why it is revoked. It stays in the record.
            options: What this call does otherwise.
        """
        return await self._core.json(
            _REVOKE,
            ApiKey.from_json,
            path=[id],
            body={
                "reason": reason,
            },
            options=options,
        )

    def history(
        self,
        id: str,
        *,
        page: int | None = None,
        limit: int | None = None,
        lineage: bool | None = None,
        options: RequestOptions | None = None,
    ) -> AsyncPages[ApiKeyHistoryEntry, ApiKeyHistory]:
        """
        History of an API key.

        The changes of the key, or of its whole rotation lineage, oldest first.

        Needs the scope `read`.

        Args:
            id: Id of the API key.
            page: Number of the page, from 1.
            limit: Entries of a page at most.
            lineage: Includes every key of the rotation lineage, earlier and later ones.
            options: What this call does otherwise.
        """
        return AsyncPages(
            self._core,
            _HISTORY,
            ApiKeyHistory.from_json,
            by_cursor=False,
            path=[id],
            query={
                "page": page,
                "limit": limit,
                "lineage": lineage,
            },
            options=options,
        )

    async def usage(
        self,
        id: str,
        *,
        range: Literal["7d", "30d", "90d"] | str | None = None,
        options: RequestOptions | None = None,
    ) -> ApiKeyUsageByDay:
        """
        Requests of an API key by day.

        What `request_count` counts, by UTC day, for 90 days: what was counted before an upgrade to this operation is in
        no day.

        Needs the scope `read`.

        Args:
            id: Id of the API key.
            range: How many days up to today, in UTC.
            options: What this call does otherwise.
        """
        return await self._core.json(
            _USAGE,
            ApiKeyUsageByDay.from_json,
            path=[id],
            query={
                "range": range,
            },
            options=options,
        )
