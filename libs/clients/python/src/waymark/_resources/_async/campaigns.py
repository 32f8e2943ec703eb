# Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.
from __future__ import annotations

from collections.abc import (
    Sequence,
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
    Campaign,
    CampaignAt,
    CampaignList,
    CampaignStatus,
    History,
    HistoryEntry,
)
from ...options import RequestOptions


_CREATE = Operation(
    "campaigns.create",
    "POST",
    "/v1/campaigns",
    idempotent=True,
)
_LIST = Operation(
    "campaigns.list",
    "GET",
    "/v1/campaigns",
)
_GET = Operation(
    "campaigns.get",
    "GET",
    "/v1/campaigns/{id}",
)
_UPDATE = Operation(
    "campaigns.update",
    "PATCH",
    "/v1/campaigns/{id}",
    idempotent=True,
    conditional=True,
)
_DELETE = Operation(
    "campaigns.delete",
    "DELETE",
    "/v1/campaigns/{id}",
    idempotent=True,
    conditional=True,
)
_HISTORY = Operation(
    "campaigns.history",
    "GET",
    "/v1/campaigns/{id}/history",
)
_START = Operation(
    "campaigns.start",
    "POST",
    "/v1/campaigns/{id}/start",
    idempotent=True,
    conditional=True,
)
_PAUSE = Operation(
    "campaigns.pause",
    "POST",
    "/v1/campaigns/{id}/pause",
    idempotent=True,
    conditional=True,
)
_RESUME = Operation(
    "campaigns.resume",
    "POST",
    "/v1/campaigns/{id}/resume",
    idempotent=True,
    conditional=True,
)
_END = Operation(
    "campaigns.end",
    "POST",
    "/v1/campaigns/{id}/end",
    idempotent=True,
    conditional=True,
)
_ADD_LINKS = Operation(
    "campaigns.addLinks",
    "POST",
    "/v1/campaigns/{id}/links",
    idempotent=True,
)
_REMOVE_LINK = Operation(
    "campaigns.removeLink",
    "DELETE",
    "/v1/campaigns/{id}/links/{link_id}",
    idempotent=True,
)


class AsyncCampaignsResource:
    """Links that belong together and share utm fields and dates."""

    def __init__(self, core: AsyncCore) -> None:
        self._core = core

    async def create(
        self,
        *,
        name: str,
        description: str | None | Unset = UNSET,
        starts_at: str | None | Unset = UNSET,
        ends_at: str | None | Unset = UNSET,
        utm_source: str | None | Unset = UNSET,
        utm_medium: str | None | Unset = UNSET,
        utm_campaign: str | None | Unset = UNSET,
        tags: Sequence[str] | None | Unset = UNSET,
        options: RequestOptions | None = None,
    ) -> Campaign:
        """
        Create a campaign.

        It begins as a draft. A workspace may have 1,000 campaigns, deleted ones not counted.

        Needs the scope `write`.

        Args:
            name: Name of the campaign.
            description: Notes, for your own use.
            starts_at: A draft is started then.
            ends_at: An active or paused campaign is ended then. Later than `starts_at`.
            utm_source: The `utm_source` of each link, unless the destination, the visitor or the link has one.
            utm_medium: The `utm_medium` of each link, unless the destination, the visitor or the link has one.
            utm_campaign: The `utm_campaign` of each link, unless the destination, the visitor or the link has one.
            tags: Tags. A repeated one is dropped.
            options: What this call does otherwise.
        """
        return await self._core.json(
            _CREATE,
            Campaign.from_json,
            body={
                "name": name,
                "description": description,
                "starts_at": starts_at,
                "ends_at": ends_at,
                "utm_source": utm_source,
                "utm_medium": utm_medium,
                "utm_campaign": utm_campaign,
                "tags": tags,
            },
            options=options,
        )

    def list(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        status: CampaignStatus | None = None,
        options: RequestOptions | None = None,
    ) -> AsyncPages[Campaign, CampaignList]:
        """
        List campaigns.

        The newest first.

        Needs the scope `read`.

        Args:
            page: Number of the page, from 1.
            limit: Entries of a page at most.
            status: Campaigns with this status alone.
            options: What this call does otherwise.
        """
        return AsyncPages(
            self._core,
            _LIST,
            CampaignList.from_json,
            by_cursor=False,
            query={
                "page": page,
                "limit": limit,
                "status": status,
            },
            options=options,
        )

    async def get(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> Campaign:
        """
        Get a campaign.

        The campaign as it is, or as it was at an instant.

        Needs the scope `read`.

        Args:
            id: Id of the campaign.
            options: What this call does otherwise.
        """
        return await self._core.json(
            _GET,
            Campaign.from_json,
            path=[id],
            options=options,
        )

    async def get_at(
        self,
        id: str,
        at: str,
        *,
        options: RequestOptions | None = None,
    ) -> CampaignAt:
        """
        Get a campaign as it was.

        The campaign as it is, or as it was at an instant.

        Needs the scope `read`.

        Args:
            id: Id of the campaign.
            at: Returns the state at this instant, without counters and usage: 404 before the creation, 400 in the
                future.
            options: What this call does otherwise.
        """
        return await self._core.json(
            _GET,
            CampaignAt.from_json,
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
        description: str | None | Unset = UNSET,
        starts_at: str | None | Unset = UNSET,
        ends_at: str | None | Unset = UNSET,
        utm_source: str | None | Unset = UNSET,
        utm_medium: str | None | Unset = UNSET,
        utm_campaign: str | None | Unset = UNSET,
        tags: Sequence[str] | None | Unset = UNSET,
        options: RequestOptions | None = None,
    ) -> Campaign:
        """
        Change a campaign.

        Absent fields are unchanged; null clears a field. New utm fields show in every redirect of its links within a
        second; clicks of the past keep theirs. Dates do not reopen a campaign that has ended.

        Needs the scope `write`.

        Args:
            id: Id of the campaign.
            name: Name of the campaign.
            description: Notes, for your own use.
            starts_at: A draft is started then.
            ends_at: An active or paused campaign is ended then. Later than `starts_at`.
            utm_source: The `utm_source` of each link, unless the destination, the visitor or the link has one.
            utm_medium: The `utm_medium` of each link, unless the destination, the visitor or the link has one.
            utm_campaign: The `utm_campaign` of each link, unless the destination, the visitor or the link has one.
            tags: Tags. A repeated one is dropped.
            options: What this call does otherwise.
        """
        return await self._core.json(
            _UPDATE,
            Campaign.from_json,
            path=[id],
            body={
                "name": name,
                "description": description,
                "starts_at": starts_at,
                "ends_at": ends_at,
                "utm_source": utm_source,
                "utm_medium": utm_medium,
                "utm_campaign": utm_campaign,
                "tags": tags,
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
        Delete a campaign.

        Its links stay and no longer inherit its utm fields. They leave the campaign shortly afterwards.

        Needs the scope `write`.

        Args:
            id: Id of the campaign.
            options: What this call does otherwise.
        """
        return await self._core.nothing(
            _DELETE,
            path=[id],
            options=options,
        )

    def history(
        self,
        id: str,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: RequestOptions | None = None,
    ) -> AsyncPages[HistoryEntry, History]:
        """
        History of a campaign.

        The changes of the campaign, oldest first; also of a deleted one.

        Needs the scope `read`.

        Args:
            id: Id of the campaign.
            page: Number of the page, from 1.
            limit: Entries of a page at most.
            options: What this call does otherwise.
        """
        return AsyncPages(
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

    async def start(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> Campaign:
        """
        Start a campaign.

        A draft becomes active, unless it is past its `ends_at`. In any other state: 409. No status changes where the
        campaign's links lead.

        Needs the scope `write`.

        Args:
            id: Id of the campaign.
            options: What this call does otherwise.
        """
        return await self._core.json(
            _START,
            Campaign.from_json,
            path=[id],
            options=options,
        )

    async def pause(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> Campaign:
        """
        Pause a campaign.

        An active campaign is paused, until it is resumed or ends. In any other state: 409. No status changes where the
        campaign's links lead.

        Needs the scope `write`.

        Args:
            id: Id of the campaign.
            options: What this call does otherwise.
        """
        return await self._core.json(
            _PAUSE,
            Campaign.from_json,
            path=[id],
            options=options,
        )

    async def resume(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> Campaign:
        """
        Resume a campaign.

        A paused campaign is active again, unless it is past its `ends_at`. In any other state: 409. No status changes
        where the campaign's links lead.

        Needs the scope `write`.

        Args:
            id: Id of the campaign.
            options: What this call does otherwise.
        """
        return await self._core.json(
            _RESUME,
            Campaign.from_json,
            path=[id],
            options=options,
        )

    async def end(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> Campaign:
        """
        End a campaign.

        An active or paused campaign ends for good. In any other state: 409. No status changes where the campaign's
        links lead.

        Needs the scope `write`.

        Args:
            id: Id of the campaign.
            options: What this call does otherwise.
        """
        return await self._core.json(
            _END,
            Campaign.from_json,
            path=[id],
            options=options,
        )

    async def add_links(
        self,
        id: str,
        *,
        link_ids: Sequence[str],
        options: RequestOptions | None = None,
    ) -> Campaign:
        """
        Add links to a campaign.

        They leave the campaigns that they were in. All are added, or none if one of them is not a link of the
        workspace. After a 503 some may have been added: send the same request again.

        Needs the scope `write`.

        Args:
            id: Id of the campaign.
            link_ids: Ids of links of the workspace.
            options: What this call does otherwise.
        """
        return await self._core.json(
            _ADD_LINKS,
            Campaign.from_json,
            path=[id],
            body={
                "link_ids": link_ids,
            },
            options=options,
        )

    async def remove_link(
        self,
        id: str,
        link_id: str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """
        Remove a link from a campaign.

        The link stays. A link that is not in the campaign is a 404.

        Needs the scope `write`.

        Args:
            id: Id of the campaign.
            link_id: Id of the link.
            options: What this call does otherwise.
        """
        return await self._core.nothing(
            _REMOVE_LINK,
            path=[id, link_id],
            options=options,
        )
