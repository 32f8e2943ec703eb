# Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.
from __future__ import annotations

from collections.abc import (
    Sequence,
)
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
from ..._core.unset import (
    UNSET,
    Unset,
)
from ...models import (
    AliasExists,
    CheckedDestination,
    History,
    HistoryEntry,
    Link,
    LinkAt,
    LinkCount,
    LinkCreate,
    LinkCreateResults,
    LinkDeleteItem,
    LinkDeleteResults,
    LinkList,
    LinkResolution,
    LinkRestoreItem,
    LinkRestoreResults,
    LinkStatus,
    LinkSwitchItem,
    LinkSwitchResults,
    LinkUpdate,
    LinkUpdateItem,
    LinkUpdateResults,
    PreviewInput,
    QrFormat,
    QrLevel,
    RedirectType,
    RuleInput,
    TestVisitor,
    VariantInput,
)
from ...options import RequestOptions


_CREATE = Operation(
    "links.create",
    "POST",
    "/v1/links",
    idempotent=True,
)
_LIST = Operation(
    "links.list",
    "GET",
    "/v1/links",
)
_UPSERT = Operation(
    "links.upsert",
    "PUT",
    "/v1/links/by-external-id/{external_id}",
    idempotent=True,
    conditional=True,
)
_GET = Operation(
    "links.get",
    "GET",
    "/v1/links/{id}",
)
_UPDATE = Operation(
    "links.update",
    "PATCH",
    "/v1/links/{id}",
    idempotent=True,
    conditional=True,
)
_DELETE = Operation(
    "links.delete",
    "DELETE",
    "/v1/links/{id}",
    idempotent=True,
    conditional=True,
)
_RESTORE = Operation(
    "links.restore",
    "POST",
    "/v1/links/{id}/restore",
    idempotent=True,
    conditional=True,
)
_DISABLE = Operation(
    "links.disable",
    "POST",
    "/v1/links/{id}/disable",
    idempotent=True,
    conditional=True,
)
_ENABLE = Operation(
    "links.enable",
    "POST",
    "/v1/links/{id}/enable",
    idempotent=True,
    conditional=True,
)
_ARCHIVE = Operation(
    "links.archive",
    "POST",
    "/v1/links/{id}/archive",
    idempotent=True,
    conditional=True,
)
_UNARCHIVE = Operation(
    "links.unarchive",
    "POST",
    "/v1/links/{id}/unarchive",
    idempotent=True,
    conditional=True,
)
_CREATE_MANY = Operation(
    "links.createMany",
    "POST",
    "/v1/links/bulk",
    idempotent=True,
)
_UPDATE_MANY = Operation(
    "links.updateMany",
    "PATCH",
    "/v1/links/bulk",
    idempotent=True,
)
_DELETE_MANY = Operation(
    "links.deleteMany",
    "DELETE",
    "/v1/links/bulk",
    idempotent=True,
)
_DELETE_MANY_BY_POST = Operation(
    "links.deleteManyByPost",
    "POST",
    "/v1/links/bulk/delete",
    idempotent=True,
)
_RESTORE_MANY = Operation(
    "links.restoreMany",
    "POST",
    "/v1/links/bulk/restore",
    idempotent=True,
)
_DISABLE_MANY = Operation(
    "links.disableMany",
    "POST",
    "/v1/links/bulk/disable",
    idempotent=True,
)
_ENABLE_MANY = Operation(
    "links.enableMany",
    "POST",
    "/v1/links/bulk/enable",
    idempotent=True,
)
_ARCHIVE_MANY = Operation(
    "links.archiveMany",
    "POST",
    "/v1/links/bulk/archive",
    idempotent=True,
)
_UNARCHIVE_MANY = Operation(
    "links.unarchiveMany",
    "POST",
    "/v1/links/bulk/unarchive",
    idempotent=True,
)
_EXPORT = Operation(
    "links.export",
    "GET",
    "/v1/links/export",
)
_LOOKUP = Operation(
    "links.lookup",
    "GET",
    "/v1/links/lookup",
)
_EXISTS = Operation(
    "links.exists",
    "GET",
    "/v1/links/exists",
)
_COUNT = Operation(
    "links.count",
    "GET",
    "/v1/links/count",
)
_RESOLVE = Operation(
    "links.resolve",
    "POST",
    "/v1/links/resolve",
    idempotent=True,
)
_CHECK = Operation(
    "links.check",
    "POST",
    "/v1/links/check",
    idempotent=True,
)
_HISTORY = Operation(
    "links.history",
    "GET",
    "/v1/links/{id}/history",
)
_QR_CODE = Operation(
    "links.qrCode",
    "GET",
    "/v1/links/{id}/qr",
)


class LinksResource:
    """Short links: an alias on a domain that redirects its visitors to a destination."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def create(
        self,
        *,
        destination_url: str,
        alias: str | None | Unset = UNSET,
        domain: str | None | Unset = UNSET,
        title: str | None | Unset = UNSET,
        tags: Sequence[str] | None | Unset = UNSET,
        utm_source: str | None | Unset = UNSET,
        utm_medium: str | None | Unset = UNSET,
        utm_campaign: str | None | Unset = UNSET,
        utm_term: str | None | Unset = UNSET,
        utm_content: str | None | Unset = UNSET,
        campaign_id: str | None | Unset = UNSET,
        external_id: str | None | Unset = UNSET,
        redirect_type: RedirectType | None | Unset = UNSET,
        forward_query: bool | None | Unset = UNSET,
        starts_at: str | None | Unset = UNSET,
        expires_at: str | None | Unset = UNSET,
        expired_url: str | None | Unset = UNSET,
        rules: Sequence[RuleInput] | None | Unset = UNSET,
        variants: Sequence[VariantInput] | None | Unset = UNSET,
        preview: PreviewInput | None | Unset = UNSET,
        click_limit: int | None | Unset = UNSET,
        password: str | None | Unset = UNSET,
        find_if_exists: bool | None | Unset = UNSET,
        options: RequestOptions | None = None,
    ) -> Link:
        """
        Create a link.

        With `find_if_exists` an identical link is found instead: 200.

        Needs the scope `write`.

        Args:
            destination_url: Where it leads: http or https, without credentials.
            alias: Short path, unique per domain, ignoring case. Absent: 7 random characters.
            domain: A verified domain of the workspace, or one of the short hosts of this installation. Absent: the
                primary domain, else the first of these hosts.
            title: Title, for your own use.
            tags: Tags. A repeated one is dropped.
            utm_source: The `utm_source` of visits whose destination and query have none.
            utm_medium: The `utm_medium` of visits whose destination and query have none.
            utm_campaign: The `utm_campaign` of visits whose destination and query have none.
            utm_term: The `utm_term` of visits whose destination and query have none.
            utm_content: The `utm_content` of visits whose destination and query have none.
            campaign_id: The campaign that the link belongs to, one of the workspace. The link inherits its utm
                fields.
            external_id: Id of the link in another system, unique in the workspace.
            redirect_type: Status of the redirect. Browsers keep 301 and 308 for up to 30 seconds. Absent: 302.
            forward_query: Whether the query of a visit is appended. Absent: true.
            starts_at: The link is not found before.
            expires_at: The link has expired from then on: 410, or `expired_url`. Later than `starts_at`; it may be
                past.
            expired_url: Where an expired link leads, by 302. No click is counted.
            rules: Other destinations for some visitors: the first rule that holds decides. All of them take 64 KiB
                at most.
            variants: Two to four destinations that share the visitors by weight where no rule holds, or none. A
                visitor keeps theirs for a day, and for 30 days where the browser takes a cookie.
            preview:
            click_limit: The link redirects people at most this many times, earlier clicks included, and has then
                expired: 410, or `expired_url`. A higher limit reopens it. Bots are not counted.
            password: Each visitor is asked for it. Only a hash is kept; the record has `has_password`.
            find_if_exists: Answers with 200 and the link that has this domain, destination and every field that was
                sent, if there is one that is not deleted.
            options: What this call does otherwise.
        """
        return self._core.json(
            _CREATE,
            Link.from_json,
            body={
                "destination_url": destination_url,
                "alias": alias,
                "domain": domain,
                "title": title,
                "tags": tags,
                "utm_source": utm_source,
                "utm_medium": utm_medium,
                "utm_campaign": utm_campaign,
                "utm_term": utm_term,
                "utm_content": utm_content,
                "campaign_id": campaign_id,
                "external_id": external_id,
                "redirect_type": redirect_type,
                "forward_query": forward_query,
                "starts_at": starts_at,
                "expires_at": expires_at,
                "expired_url": expired_url,
                "rules": rules,
                "variants": variants,
                "preview": preview,
                "click_limit": click_limit,
                "password": password,
                "find_if_exists": find_if_exists,
            },
            options=options,
        )

    def list(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        tags: Sequence[str] | None = None,
        tags_mode: Literal["any", "all"] | str | None = None,
        exclude_tags: Sequence[str] | None = None,
        domain: str | None = None,
        campaign_id: str | None = None,
        search: str | None = None,
        status: LinkStatus | None = None,
        created_after: str | None = None,
        created_before: str | None = None,
        sort: Literal["created_at", "clicks", "last_clicked_at"] | str | None = None,
        order: Literal["asc", "desc"] | str | None = None,
        cursor: str | None = None,
        options: RequestOptions | None = None,
    ) -> Pages[Link, LinkList]:
        """
        List links.

        The newest first, unless sorted otherwise. Without `status` all but the deleted ones.

        Needs the scope `read`.

        Args:
            page: Number of the page, from 1.
            limit: Entries of a page at most.
            tags: Links with any of these tags, or with all of them by `tags_mode`.
            tags_mode: Whether a link needs any or all of the `tags`.
            exclude_tags: Excludes links with any of these tags.
            domain: Host name, as in the link record.
            campaign_id: Id of the campaign that the links belong to.
            search: Part of the alias, title, destination or external id, ignoring case.
            status: Status of the links. Absent: every link that is not deleted.
            created_after: Links that were created at this instant or later.
            created_before: Links that were created before this instant.
            sort: What the list is sorted by. Ties are broken by id, in the same direction. Links without a click
                come last by last_clicked_at in either order.
            order: Direction of the list.
            cursor: Pages by position instead of number, which stays fast on later pages: first empty (`cursor=`),
                then the `meta.next_cursor` of the previous answer, until that is null; with the same order, by
                created_at, and without page. A link that stays is seen exactly once while others come and go.
            options: What this call does otherwise.
        """
        return Pages(
            self._core,
            _LIST,
            LinkList.from_json,
            by_cursor=True,
            query={
                "page": page,
                "limit": limit,
                "tags": tags,
                "tags_mode": tags_mode,
                "exclude_tags": exclude_tags,
                "domain": domain,
                "campaign_id": campaign_id,
                "search": search,
                "status": status,
                "created_after": created_after,
                "created_before": created_before,
                "sort": sort,
                "order": order,
                "cursor": cursor,
            },
            options=options,
        )

    def upsert(
        self,
        external_id: str,
        *,
        destination_url: str | Unset = UNSET,
        alias: str | None | Unset = UNSET,
        domain: str | None | Unset = UNSET,
        title: str | None | Unset = UNSET,
        tags: Sequence[str] | None | Unset = UNSET,
        utm_source: str | None | Unset = UNSET,
        utm_medium: str | None | Unset = UNSET,
        utm_campaign: str | None | Unset = UNSET,
        utm_term: str | None | Unset = UNSET,
        utm_content: str | None | Unset = UNSET,
        campaign_id: str | None | Unset = UNSET,
        redirect_type: RedirectType | None | Unset = UNSET,
        forward_query: bool | None | Unset = UNSET,
        starts_at: str | None | Unset = UNSET,
        expires_at: str | None | Unset = UNSET,
        expired_url: str | None | Unset = UNSET,
        rules: Sequence[RuleInput] | None | Unset = UNSET,
        variants: Sequence[VariantInput] | None | Unset = UNSET,
        preview: PreviewInput | None | Unset = UNSET,
        click_limit: int | None | Unset = UNSET,
        password: str | None | Unset = UNSET,
        options: RequestOptions | None = None,
    ) -> Link:
        """
        Create or change the link with an external id.

        Creates the link (201), or changes the one that has this external id as a PATCH does (200): absent fields stay
        as they are, null clears. A deleted one is restored at its address. Another alias or domain than its own is a
        409. With `If-Match` none is created: where no link has the external id, it is a 412.

        Needs the scope `write`.

        Args:
            external_id: Id of the link in another system.
            destination_url: Required where no link has the external id.
            alias: Short path, unique per domain, ignoring case. Absent: 7 random characters.
            domain: A verified domain of the workspace, or one of the short hosts of this installation. Absent: the
                primary domain, else the first of these hosts.
            title: Title, for your own use.
            tags: Tags. A repeated one is dropped.
            utm_source: The `utm_source` of visits whose destination and query have none.
            utm_medium: The `utm_medium` of visits whose destination and query have none.
            utm_campaign: The `utm_campaign` of visits whose destination and query have none.
            utm_term: The `utm_term` of visits whose destination and query have none.
            utm_content: The `utm_content` of visits whose destination and query have none.
            campaign_id: The campaign that the link belongs to, one of the workspace. The link inherits its utm
                fields.
            redirect_type: Status of the redirect. Browsers keep 301 and 308 for up to 30 seconds. Absent: 302.
            forward_query: Whether the query of a visit is appended. Absent: true.
            starts_at: The link is not found before.
            expires_at: The link has expired from then on: 410, or `expired_url`. Later than `starts_at`; it may be
                past.
            expired_url: Where an expired link leads, by 302. No click is counted.
            rules: Other destinations for some visitors: the first rule that holds decides. All of them take 64 KiB
                at most.
            variants: Two to four destinations that share the visitors by weight where no rule holds, or none. A
                visitor keeps theirs for a day, and for 30 days where the browser takes a cookie.
            preview:
            click_limit: The link redirects people at most this many times, earlier clicks included, and has then
                expired: 410, or `expired_url`. A higher limit reopens it. Bots are not counted.
            password: Each visitor is asked for it. Only a hash is kept; the record has `has_password`.
            options: What this call does otherwise.
        """
        return self._core.json(
            _UPSERT,
            Link.from_json,
            path=[external_id],
            body={
                "destination_url": destination_url,
                "alias": alias,
                "domain": domain,
                "title": title,
                "tags": tags,
                "utm_source": utm_source,
                "utm_medium": utm_medium,
                "utm_campaign": utm_campaign,
                "utm_term": utm_term,
                "utm_content": utm_content,
                "campaign_id": campaign_id,
                "redirect_type": redirect_type,
                "forward_query": forward_query,
                "starts_at": starts_at,
                "expires_at": expires_at,
                "expired_url": expired_url,
                "rules": rules,
                "variants": variants,
                "preview": preview,
                "click_limit": click_limit,
                "password": password,
            },
            options=options,
        )

    def get(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> Link:
        """
        Get a link.

        The link as it is, or as it was at an instant.

        Needs the scope `read`.

        Args:
            id: Id of the link.
            options: What this call does otherwise.
        """
        return self._core.json(
            _GET,
            Link.from_json,
            path=[id],
            options=options,
        )

    def get_at(
        self,
        id: str,
        at: str,
        *,
        options: RequestOptions | None = None,
    ) -> LinkAt:
        """
        Get a link as it was.

        The link as it is, or as it was at an instant.

        Needs the scope `read`.

        Args:
            id: Id of the link.
            at: Returns the state at this instant, without counters and usage: 404 before the creation, 400 in the
                future.
            options: What this call does otherwise.
        """
        return self._core.json(
            _GET,
            LinkAt.from_json,
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
        destination_url: str | Unset = UNSET,
        title: str | None | Unset = UNSET,
        tags: Sequence[str] | None | Unset = UNSET,
        utm_source: str | None | Unset = UNSET,
        utm_medium: str | None | Unset = UNSET,
        utm_campaign: str | None | Unset = UNSET,
        utm_term: str | None | Unset = UNSET,
        utm_content: str | None | Unset = UNSET,
        campaign_id: str | None | Unset = UNSET,
        external_id: str | None | Unset = UNSET,
        redirect_type: RedirectType | None | Unset = UNSET,
        forward_query: bool | None | Unset = UNSET,
        starts_at: str | None | Unset = UNSET,
        expires_at: str | None | Unset = UNSET,
        expired_url: str | None | Unset = UNSET,
        rules: Sequence[RuleInput] | None | Unset = UNSET,
        variants: Sequence[VariantInput] | None | Unset = UNSET,
        preview: PreviewInput | None | Unset = UNSET,
        click_limit: int | None | Unset = UNSET,
        password: str | None | Unset = UNSET,
        options: RequestOptions | None = None,
    ) -> Link:
        """
        Change a link.

        Absent fields are unchanged; null clears a field.

        Needs the scope `write`.

        Args:
            id: Id of the link.
            destination_url: Where it leads: http or https, without credentials.
            title: Title, for your own use.
            tags: Tags. A repeated one is dropped.
            utm_source: The `utm_source` of visits whose destination and query have none.
            utm_medium: The `utm_medium` of visits whose destination and query have none.
            utm_campaign: The `utm_campaign` of visits whose destination and query have none.
            utm_term: The `utm_term` of visits whose destination and query have none.
            utm_content: The `utm_content` of visits whose destination and query have none.
            campaign_id: The campaign that the link belongs to, one of the workspace. The link inherits its utm
                fields.
            external_id: Id of the link in another system, unique in the workspace.
            redirect_type: Status of the redirect. Browsers keep 301 and 308 for up to 30 seconds. Absent: 302.
            forward_query: Whether the query of a visit is appended. Absent: true.
            starts_at: The link is not found before.
            expires_at: The link has expired from then on: 410, or `expired_url`. Later than `starts_at`; it may be
                past.
            expired_url: Where an expired link leads, by 302. No click is counted.
            rules: Other destinations for some visitors: the first rule that holds decides. All of them take 64 KiB
                at most.
            variants: Two to four destinations that share the visitors by weight where no rule holds, or none. A
                visitor keeps theirs for a day, and for 30 days where the browser takes a cookie.
            preview:
            click_limit: The link redirects people at most this many times, earlier clicks included, and has then
                expired: 410, or `expired_url`. A higher limit reopens it. Bots are not counted.
            password: Each visitor is asked for it. Only a hash is kept; the record has `has_password`.
            options: What this call does otherwise.
        """
        return self._core.json(
            _UPDATE,
            Link.from_json,
            path=[id],
            body={
                "destination_url": destination_url,
                "title": title,
                "tags": tags,
                "utm_source": utm_source,
                "utm_medium": utm_medium,
                "utm_campaign": utm_campaign,
                "utm_term": utm_term,
                "utm_content": utm_content,
                "campaign_id": campaign_id,
                "external_id": external_id,
                "redirect_type": redirect_type,
                "forward_query": forward_query,
                "starts_at": starts_at,
                "expires_at": expires_at,
                "expired_url": expired_url,
                "rules": rules,
                "variants": variants,
                "preview": preview,
                "click_limit": click_limit,
                "password": password,
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
        Delete a link.

        Its alias stays reserved for the workspace.

        Needs the scope `write`.

        Args:
            id: Id of the link.
            options: What this call does otherwise.
        """
        return self._core.nothing(
            _DELETE,
            path=[id],
            options=options,
        )

    def restore(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> Link:
        """
        Restore a deleted link.

        It redirects again, with its alias and its clicks. Restoring a link that is not deleted changes nothing.

        Needs the scope `write`.

        Args:
            id: Id of the link.
            options: What this call does otherwise.
        """
        return self._core.json(
            _RESTORE,
            Link.from_json,
            path=[id],
            options=options,
        )

    def disable(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> Link:
        """
        Disable a link.

        It is not found any more by visitors, until it is enabled. A link that is so already stays as it is.

        Needs the scope `write`.

        Args:
            id: Id of the link.
            options: What this call does otherwise.
        """
        return self._core.json(
            _DISABLE,
            Link.from_json,
            path=[id],
            options=options,
        )

    def enable(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> Link:
        """
        Enable a link.

        It redirects again. A link that is so already stays as it is.

        Needs the scope `write`.

        Args:
            id: Id of the link.
            options: What this call does otherwise.
        """
        return self._core.json(
            _ENABLE,
            Link.from_json,
            path=[id],
            options=options,
        )

    def archive(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> Link:
        """
        Archive a link.

        It redirects as before; its status is `archived`, also where it is disabled or has expired. A link that is so
        already stays as it is.

        Needs the scope `write`.

        Args:
            id: Id of the link.
            options: What this call does otherwise.
        """
        return self._core.json(
            _ARCHIVE,
            Link.from_json,
            path=[id],
            options=options,
        )

    def unarchive(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> Link:
        """
        Unarchive a link.

        Its status is no longer `archived`. A link that is so already stays as it is.

        Needs the scope `write`.

        Args:
            id: Id of the link.
            options: What this call does otherwise.
        """
        return self._core.json(
            _UNARCHIVE,
            Link.from_json,
            path=[id],
            options=options,
        )

    def create_many(
        self,
        items: Sequence[LinkCreate],
        *,
        options: RequestOptions | None = None,
    ) -> LinkCreateResults:
        """
        Create up to 100 links.

        Each item is the body of a `POST /v1/links`. Of items with one alias the first has it. A fault of one item
        stands in its own `error` and stops no other item; a 400 of the whole call is about the list. Items about one
        link, alias or external id are handled in their order, others at the same time. If our side fails in the middle,
        the items it failed for have a 503 and the answer is not final: the same call with the same Idempotency-Key
        handles these items alone. One call takes one request of the rate limit.

        Needs the scope `write`.

        Args:
            items: One for each.
            options: What this call does otherwise.
        """
        return self._core.json(
            _CREATE_MANY,
            LinkCreateResults.from_json,
            body=items,
            options=options,
        )

    def update_many(
        self,
        items: Sequence[LinkUpdateItem],
        *,
        options: RequestOptions | None = None,
    ) -> LinkUpdateResults:
        """
        Change up to 100 links.

        Each item is the body of a `PATCH /v1/links/{id}` with the `id`. A fault of one item stands in its own `error`
        and stops no other item; a 400 of the whole call is about the list. Items about one link, alias or external id
        are handled in their order, others at the same time. If our side fails in the middle, the items it failed for
        have a 503 and the answer is not final: the same call with the same Idempotency-Key handles these items alone.
        One call takes one request of the rate limit.

        Needs the scope `write`.

        Args:
            items: One for each.
            options: What this call does otherwise.
        """
        return self._core.json(
            _UPDATE_MANY,
            LinkUpdateResults.from_json,
            body=items,
            options=options,
        )

    def delete_many(
        self,
        items: Sequence[LinkDeleteItem],
        *,
        options: RequestOptions | None = None,
    ) -> LinkDeleteResults:
        """
        Delete up to 100 links.

        Each item has status 204, or an error. A fault of one item stands in its own `error` and stops no other item; a
        400 of the whole call is about the list. Items about one link, alias or external id are handled in their order,
        others at the same time. If our side fails in the middle, the items it failed for have a 503 and the answer is
        not final: the same call with the same Idempotency-Key handles these items alone. One call takes one request of
        the rate limit.

        Needs the scope `write`.

        Args:
            items: One for each.
            options: What this call does otherwise.
        """
        return self._core.json(
            _DELETE_MANY,
            LinkDeleteResults.from_json,
            body=items,
            options=options,
        )

    def delete_many_by_post(
        self,
        items: Sequence[LinkDeleteItem],
        *,
        options: RequestOptions | None = None,
    ) -> LinkDeleteResults:
        """
        Delete up to 100 links.

        Each item has status 204, or an error. A fault of one item stands in its own `error` and stops no other item; a
        400 of the whole call is about the list. Items about one link, alias or external id are handled in their order,
        others at the same time. If our side fails in the middle, the items it failed for have a 503 and the answer is
        not final: the same call with the same Idempotency-Key handles these items alone. One call takes one request of
        the rate limit.

        Needs the scope `write`.

        Args:
            items: One for each.
            options: What this call does otherwise.
        """
        return self._core.json(
            _DELETE_MANY_BY_POST,
            LinkDeleteResults.from_json,
            body=items,
            options=options,
        )

    def restore_many(
        self,
        items: Sequence[LinkRestoreItem],
        *,
        options: RequestOptions | None = None,
    ) -> LinkRestoreResults:
        """
        Restore up to 100 deleted links.

        Each item has the `id` alone. A link that is not deleted stays as it is. A fault of one item stands in its own
        `error` and stops no other item; a 400 of the whole call is about the list. Items about one link, alias or
        external id are handled in their order, others at the same time. If our side fails in the middle, the items it
        failed for have a 503 and the answer is not final: the same call with the same Idempotency-Key handles these
        items alone. One call takes one request of the rate limit.

        Needs the scope `write`.

        Args:
            items: One for each.
            options: What this call does otherwise.
        """
        return self._core.json(
            _RESTORE_MANY,
            LinkRestoreResults.from_json,
            body=items,
            options=options,
        )

    def disable_many(
        self,
        items: Sequence[LinkSwitchItem],
        *,
        options: RequestOptions | None = None,
    ) -> LinkSwitchResults:
        """
        Disable up to 100 links.

        They are not found any more by visitors, until they are enabled. Each item has the `id` alone. A link that is so
        already stays as it is. A fault of one item stands in its own `error` and stops no other item; a 400 of the
        whole call is about the list. Items about one link, alias or external id are handled in their order, others at
        the same time. If our side fails in the middle, the items it failed for have a 503 and the answer is not final:
        the same call with the same Idempotency-Key handles these items alone. One call takes one request of the rate
        limit.

        Needs the scope `write`.

        Args:
            items: One for each.
            options: What this call does otherwise.
        """
        return self._core.json(
            _DISABLE_MANY,
            LinkSwitchResults.from_json,
            body=items,
            options=options,
        )

    def enable_many(
        self,
        items: Sequence[LinkSwitchItem],
        *,
        options: RequestOptions | None = None,
    ) -> LinkSwitchResults:
        """
        Enable up to 100 links.

        They redirect again. Each item has the `id` alone. A link that is so already stays as it is. A fault of one item
        stands in its own `error` and stops no other item; a 400 of the whole call is about the list. Items about one
        link, alias or external id are handled in their order, others at the same time. If our side fails in the middle,
        the items it failed for have a 503 and the answer is not final: the same call with the same Idempotency-Key
        handles these items alone. One call takes one request of the rate limit.

        Needs the scope `write`.

        Args:
            items: One for each.
            options: What this call does otherwise.
        """
        return self._core.json(
            _ENABLE_MANY,
            LinkSwitchResults.from_json,
            body=items,
            options=options,
        )

    def archive_many(
        self,
        items: Sequence[LinkSwitchItem],
        *,
        options: RequestOptions | None = None,
    ) -> LinkSwitchResults:
        """
        Archive up to 100 links.

        They redirect as before; their status is `archived`, also where they are disabled or have expired. Each item has
        the `id` alone. A link that is so already stays as it is. A fault of one item stands in its own `error` and
        stops no other item; a 400 of the whole call is about the list. Items about one link, alias or external id are
        handled in their order, others at the same time. If our side fails in the middle, the items it failed for have a
        503 and the answer is not final: the same call with the same Idempotency-Key handles these items alone. One call
        takes one request of the rate limit.

        Needs the scope `write`.

        Args:
            items: One for each.
            options: What this call does otherwise.
        """
        return self._core.json(
            _ARCHIVE_MANY,
            LinkSwitchResults.from_json,
            body=items,
            options=options,
        )

    def unarchive_many(
        self,
        items: Sequence[LinkSwitchItem],
        *,
        options: RequestOptions | None = None,
    ) -> LinkSwitchResults:
        """
        Unarchive up to 100 links.

        Their status is no longer `archived`. Each item has the `id` alone. A link that is so already stays as it is. A
        fault of one item stands in its own `error` and stops no other item; a 400 of the whole call is about the list.
        Items about one link, alias or external id are handled in their order, others at the same time. If our side
        fails in the middle, the items it failed for have a 503 and the answer is not final: the same call with the same
        Idempotency-Key handles these items alone. One call takes one request of the rate limit.

        Needs the scope `write`.

        Args:
            items: One for each.
            options: What this call does otherwise.
        """
        return self._core.json(
            _UNARCHIVE_MANY,
            LinkSwitchResults.from_json,
            body=items,
            options=options,
        )

    def export(
        self,
        *,
        tags: Sequence[str] | None = None,
        tags_mode: Literal["any", "all"] | str | None = None,
        exclude_tags: Sequence[str] | None = None,
        domain: str | None = None,
        campaign_id: str | None = None,
        search: str | None = None,
        status: LinkStatus | None = None,
        created_after: str | None = None,
        created_before: str | None = None,
        format: Literal["csv", "ndjson"] | str | None = None,
        options: RequestOptions | None = None,
    ) -> File:
        """
        Export links.

        The links that meet the filters of the list, the oldest first, as a file with every field of the record; one of
        millions of rows comes as it is read. `disabled` is true for a disabled link whose status is another one, so
        that an import disables it, too. In a CSV (RFC 4180, with a header row) tags are separated by commas within
        their cell, `rules`, `variants`, `preview` and `created_by` are JSON, and null is empty. A cell that, after any
        apostrophes, begins with `=`, `+`, `-`, `@`, tab or CR gets one more apostrophe in front; an import takes it
        away again. NDJSON has a record in each line, as it is. The file is compressed by gzip when `Accept-Encoding`
        allows it. When something fails half-way the connection is cut, as it is when the reader takes less than 10 kB/s
        for 30 s. A workspace may have two exports at a time, exports of clicks included.

        Needs the scope `read`.

        Args:
            tags: Links with any of these tags, or with all of them by `tags_mode`.
            tags_mode: Whether a link needs any or all of the `tags`.
            exclude_tags: Excludes links with any of these tags.
            domain: Host name, as in the link record.
            campaign_id: Id of the campaign that the links belong to.
            search: Part of the alias, title, destination or external id, ignoring case.
            status: Status of the links. Absent: every link that is not deleted.
            created_after: Links that were created at this instant or later.
            created_before: Links that were created before this instant.
            format: Format of the file.
            options: What this call does otherwise.
        """
        call = Call(
            self._core.config,
            _EXPORT,
            query={
                "tags": tags,
                "tags_mode": tags_mode,
                "exclude_tags": exclude_tags,
                "domain": domain,
                "campaign_id": campaign_id,
                "search": search,
                "status": status,
                "created_after": created_after,
                "created_before": created_before,
                "format": format,
            },
            options=options,
            accept="*/*",
        )
        return File(self._core, call)

    def lookup(
        self,
        *,
        alias: str | None = None,
        domain: str | None = None,
        short_url: str | None = None,
        options: RequestOptions | None = None,
    ) -> Link:
        """
        Get a link by its alias or its short URL.

        Of the workspace. Send `alias`, with `domain` or without, or `short_url` alone.

        Needs the scope `read`.

        Args:
            alias: Alias of the link.
            domain: Host name of the link. Absent: the first short host of this installation.
            short_url: A short URL, instead of alias and domain. Its query and fragment are ignored.
            options: What this call does otherwise.
        """
        return self._core.json(
            _LOOKUP,
            Link.from_json,
            query={
                "alias": alias,
                "domain": domain,
                "short_url": short_url,
            },
            options=options,
        )

    def exists(
        self,
        *,
        alias: str,
        domain: str | None = None,
        options: RequestOptions | None = None,
    ) -> AliasExists:
        """
        Check whether an alias is taken.

        By a link of any workspace, deleted links included. On a domain where this workspace cannot create links it is a
        400, whether or not the domain exists.

        Needs the scope `read`.

        Args:
            alias: The alias to look for.
            domain: Host name of the link. Absent: the first short host of this installation.
            options: What this call does otherwise.
        """
        return self._core.json(
            _EXISTS,
            AliasExists.from_json,
            query={
                "alias": alias,
                "domain": domain,
            },
            options=options,
        )

    def count(
        self,
        *,
        tags: Sequence[str] | None = None,
        tags_mode: Literal["any", "all"] | str | None = None,
        exclude_tags: Sequence[str] | None = None,
        domain: str | None = None,
        campaign_id: str | None = None,
        search: str | None = None,
        status: LinkStatus | None = None,
        created_after: str | None = None,
        created_before: str | None = None,
        options: RequestOptions | None = None,
    ) -> LinkCount:
        """
        Count links.

        The exact number, with the filters of the list.

        Needs the scope `read`.

        Args:
            tags: Links with any of these tags, or with all of them by `tags_mode`.
            tags_mode: Whether a link needs any or all of the `tags`.
            exclude_tags: Excludes links with any of these tags.
            domain: Host name, as in the link record.
            campaign_id: Id of the campaign that the links belong to.
            search: Part of the alias, title, destination or external id, ignoring case.
            status: Status of the links. Absent: every link that is not deleted.
            created_after: Links that were created at this instant or later.
            created_before: Links that were created before this instant.
            options: What this call does otherwise.
        """
        return self._core.json(
            _COUNT,
            LinkCount.from_json,
            query={
                "tags": tags,
                "tags_mode": tags_mode,
                "exclude_tags": exclude_tags,
                "domain": domain,
                "campaign_id": campaign_id,
                "search": search,
                "status": status,
                "created_after": created_after,
                "created_before": created_before,
            },
            options=options,
        )

    def resolve(
        self,
        *,
        link_id: str | None | Unset = UNSET,
        link: LinkUpdate | None | Unset = UNSET,
        visitor: TestVisitor | None | Unset = UNSET,
        options: RequestOptions | None = None,
    ) -> LinkResolution:
        """
        Tell where a visit would lead.

        A dry run of rules, variants, schedule and query, by the code that redirects: of a link, of a draft, or of a
        link with changes. Nothing is counted or recorded. It judges the link, not the pages of its domain.

        Needs the scope `read`.

        Args:
            link_id: A link of the workspace.
            link: A draft: the fields of a new link, or changes of the one that `link_id` names.
            visitor: A visit. What is absent is unknown.
            options: What this call does otherwise.
        """
        return self._core.json(
            _RESOLVE,
            LinkResolution.from_json,
            body={
                "link_id": link_id,
                "link": link,
                "visitor": visitor,
            },
            options=options,
        )

    def check(
        self,
        *,
        destination_url: str,
        options: RequestOptions | None = None,
    ) -> CheckedDestination:
        """
        Look whether a destination answers.

        Sends one HEAD, and a GET where that does not tell enough. What no link may lead to is the same 400 as for a
        link. At most 30 a minute for each workspace.

        Needs the scope `write`.

        Args:
            destination_url: Where it leads: http or https, without credentials.
            options: What this call does otherwise.
        """
        return self._core.json(
            _CHECK,
            CheckedDestination.from_json,
            body={
                "destination_url": destination_url,
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
        History of a link.

        The changes of the link, oldest first; also of a deleted link.

        Needs the scope `read`.

        Args:
            id: Id of the link.
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

    def qr_code(
        self,
        id: str,
        *,
        format: QrFormat | None = None,
        size: int | None = None,
        level: QrLevel | None = None,
        margin: int | None = None,
        fg_color: str | None = None,
        bg_color: str | None = None,
        options: RequestOptions | None = None,
    ) -> File:
        """
        Get a QR code of a link.

        It holds the short URL with `?qr=1`, by which analytics tell scans from other clicks. What readers could not
        read is a 400: too little contrast, less than 2 pixels a module. The same image has the same ETag: send it back
        as If-None-Match for a 304.

        Needs the scope `read`.

        Args:
            id: Id of the link.
            format: Format of the image.
            size: Pixels of a side: at least 2 for each module.
            level: Error correction: some 7 % (L), 15 % (M), 25 % (Q) or 30 % (H) may be covered or damaged.
            margin: Empty modules on each side.
            fg_color: Colour of the dark modules. A # is written %23 in a query.
            bg_color: Colour of the light modules. A # is written %23 in a query.
            options: What this call does otherwise.
        """
        call = Call(
            self._core.config,
            _QR_CODE,
            path=[id],
            query={
                "format": format,
                "size": size,
                "level": level,
                "margin": margin,
                "fg_color": fg_color,
                "bg_color": bg_color,
            },
            options=options,
            accept="*/*",
        )
        return File(self._core, call)
