# Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.
from __future__ import annotations

from collections.abc import (
    Sequence,
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
    History,
    HistoryEntry,
    Webhook,
    WebhookDelivery,
    WebhookDeliveryDetail,
    WebhookDeliveryList,
    WebhookDeliveryStatus,
    WebhookFiltersInput,
    WebhookList,
    WebhookReplay,
    WebhookStatus,
    WebhookWithSecret,
)
from ...options import RequestOptions


_CREATE = Operation(
    "webhooks.create",
    "POST",
    "/v1/webhooks",
    idempotent=True,
    secrets=("secret",),
)
_LIST = Operation(
    "webhooks.list",
    "GET",
    "/v1/webhooks",
)
_GET = Operation(
    "webhooks.get",
    "GET",
    "/v1/webhooks/{id}",
)
_UPDATE = Operation(
    "webhooks.update",
    "PATCH",
    "/v1/webhooks/{id}",
    idempotent=True,
    conditional=True,
)
_DELETE = Operation(
    "webhooks.delete",
    "DELETE",
    "/v1/webhooks/{id}",
    idempotent=True,
    conditional=True,
)
_HISTORY = Operation(
    "webhooks.history",
    "GET",
    "/v1/webhooks/{id}/history",
)
_ENABLE = Operation(
    "webhooks.enable",
    "POST",
    "/v1/webhooks/{id}/enable",
    idempotent=True,
    conditional=True,
)
_ROTATE_SECRET = Operation(
    "webhooks.rotateSecret",
    "POST",
    "/v1/webhooks/{id}/rotate-secret",
    idempotent=True,
    conditional=True,
    secrets=("secret",),
)
_DELIVERIES = Operation(
    "webhooks.deliveries",
    "GET",
    "/v1/webhooks/{id}/deliveries",
)
_DELIVERY = Operation(
    "webhooks.delivery",
    "GET",
    "/v1/webhooks/{id}/deliveries/{delivery_id}",
)
_RETRY_DELIVERY = Operation(
    "webhooks.retryDelivery",
    "POST",
    "/v1/webhooks/{id}/deliveries/{delivery_id}/retry",
    idempotent=True,
)
_TEST = Operation(
    "webhooks.test",
    "POST",
    "/v1/webhooks/{id}/test",
    idempotent=True,
)
_REPLAY = Operation(
    "webhooks.replay",
    "POST",
    "/v1/webhooks/{id}/replay",
    idempotent=True,
)


class WebhooksResource:
    """URLs of yours that receive events, and the deliveries to them."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def create(
        self,
        *,
        url: str,
        events: Sequence[str],
        description: str | None | Unset = UNSET,
        filters: WebhookFiltersInput | None | Unset = UNSET,
        active: bool | None | Unset = UNSET,
        options: RequestOptions | None = None,
    ) -> WebhookWithSecret:
        """
        Create a webhook.

        Events from now on are sent to its URL by POST, signed as Standard Webhooks says. The secret is only in this
        answer and in its repeats under the same Idempotency-Key. A workspace may have 20 webhooks, disabled ones
        included.

        Needs the scope `write`.

        Args:
            url: https, to a public address. What the operator allows in `EGRESS_ALLOW` may be reached by http, too,
                and have another address.
            events: Names of events, and patterns. `*` and `link.*` stand for every event, or every one of links,
                but for `link.clicked` and `link.clicks`, which are subscribed to by their own names.
            description: A note for people.
            filters:
            active: False pauses it: what happens meanwhile is not kept for it.
            options: What this call does otherwise.
        """
        return self._core.json(
            _CREATE,
            WebhookWithSecret.from_json,
            body={
                "url": url,
                "events": events,
                "description": description,
                "filters": filters,
                "active": active,
            },
            options=options,
        )

    def list(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        status: WebhookStatus | None = None,
        options: RequestOptions | None = None,
    ) -> Pages[Webhook, WebhookList]:
        """
        List webhooks.

        The newest first.

        Needs the scope `read`.

        Args:
            page: Number of the page, from 1.
            limit: Entries of a page at most.
            status: Webhooks with this status alone.
            options: What this call does otherwise.
        """
        return Pages(
            self._core,
            _LIST,
            WebhookList.from_json,
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
        as_of: str | None = None,
        options: RequestOptions | None = None,
    ) -> Webhook:
        """
        Get a webhook.

        The webhook as it is, or as it was at an instant. Never its secret.

        Needs the scope `read`.

        Args:
            id: Id of the webhook.
            as_of: Returns the state at this instant, without counters and usage: 404 before the creation, 400 in
                the future.
            options: What this call does otherwise.
        """
        return self._core.json(
            _GET,
            Webhook.from_json,
            path=[id],
            query={
                "as_of": as_of,
            },
            options=options,
        )

    def update(
        self,
        id: str,
        *,
        url: str | Unset = UNSET,
        events: Sequence[str] | Unset = UNSET,
        description: str | None | Unset = UNSET,
        filters: WebhookFiltersInput | None | Unset = UNSET,
        active: bool | None | Unset = UNSET,
        options: RequestOptions | None = None,
    ) -> Webhook:
        """
        Change a webhook.

        Absent fields are unchanged; null clears a field, also within `filters`. Deliveries under way go to the new URL.
        `active: false` pauses, and does not enable a disabled webhook again when it is taken back.

        Needs the scope `write`.

        Args:
            id: Id of the webhook.
            url: https, to a public address. What the operator allows in `EGRESS_ALLOW` may be reached by http, too,
                and have another address.
            events: Names of events, and patterns. `*` and `link.*` stand for every event, or every one of links,
                but for `link.clicked` and `link.clicks`, which are subscribed to by their own names.
            description: A note for people.
            filters:
            active: False pauses it: what happens meanwhile is not kept for it.
            options: What this call does otherwise.
        """
        return self._core.json(
            _UPDATE,
            Webhook.from_json,
            path=[id],
            body={
                "url": url,
                "events": events,
                "description": description,
                "filters": filters,
                "active": active,
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
        Delete a webhook.

        Nothing more is sent to it. Its secret is deleted. The log of its deliveries cannot be read any more, and is
        erased with those of others, 30 to 61 days after each delivery.

        Needs the scope `write`.

        Args:
            id: Id of the webhook.
            options: What this call does otherwise.
        """
        return self._core.nothing(
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
    ) -> Pages[HistoryEntry, History]:
        """
        History of a webhook.

        The changes of the webhook, oldest first; also of a deleted one. Never a secret.

        Needs the scope `read`.

        Args:
            id: Id of the webhook.
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

    def enable(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> Webhook:
        """
        Enable a webhook.

        One that is disabled or paused gets events again, from now on. What it missed can be fetched by a replay. A
        repeat changes nothing.

        Needs the scope `write`.

        Args:
            id: Id of the webhook.
            options: What this call does otherwise.
        """
        return self._core.json(
            _ENABLE,
            Webhook.from_json,
            path=[id],
            options=options,
        )

    def rotate_secret(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> WebhookWithSecret:
        """
        Rotate the secret of a webhook.

        For 24 hours deliveries are signed with the new secret and with the former one. The secret is only in this
        answer and in its repeats under the same Idempotency-Key.

        Needs the scope `write`.

        Args:
            id: Id of the webhook.
            options: What this call does otherwise.
        """
        return self._core.json(
            _ROTATE_SECRET,
            WebhookWithSecret.from_json,
            path=[id],
            options=options,
        )

    def deliveries(
        self,
        id: str,
        *,
        page: int | None = None,
        limit: int | None = None,
        status: WebhookDeliveryStatus | None = None,
        event_type: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        cursor: str | None = None,
        options: RequestOptions | None = None,
    ) -> Pages[WebhookDelivery, WebhookDeliveryList]:
        """
        List the deliveries of a webhook.

        Of the last 30 days, the newest first.

        Needs the scope `read`.

        Args:
            id: Id of the webhook.
            page: Number of the page, from 1.
            limit: Entries of a page at most.
            status: Deliveries with this status alone.
            event_type: Deliveries of this event alone.
            from_: Queued at this instant or later.
            to: Queued before this instant.
            cursor: Pages by position instead of number, so that new deliveries shift nothing: first empty
                (`cursor=`), then the `meta.next_cursor` of the previous answer, until that is null; without page.
            options: What this call does otherwise.
        """
        return Pages(
            self._core,
            _DELIVERIES,
            WebhookDeliveryList.from_json,
            by_cursor=True,
            path=[id],
            query={
                "page": page,
                "limit": limit,
                "status": status,
                "event_type": event_type,
                "from": from_,
                "to": to,
                "cursor": cursor,
            },
            options=options,
        )

    def delivery(
        self,
        id: str,
        delivery_id: str,
        *,
        options: RequestOptions | None = None,
    ) -> WebhookDeliveryDetail:
        """
        Get a delivery of a webhook.

        With what was sent, and every attempt.

        Needs the scope `read`.

        Args:
            id: Id of the webhook.
            delivery_id: Id of the delivery.
            options: What this call does otherwise.
        """
        return self._core.json(
            _DELIVERY,
            WebhookDeliveryDetail.from_json,
            path=[id, delivery_id],
            options=options,
        )

    def retry_delivery(
        self,
        id: str,
        delivery_id: str,
        *,
        options: RequestOptions | None = None,
    ) -> WebhookDelivery:
        """
        Retry a delivery of a webhook.

        It is due at once and begins its schedule anew, also if it was delivered. The body is the same, and so is its
        id.

        Needs the scope `write`.

        Args:
            id: Id of the webhook.
            delivery_id: Id of the delivery.
            options: What this call does otherwise.
        """
        return self._core.json(
            _RETRY_DELIVERY,
            WebhookDelivery.from_json,
            path=[id, delivery_id],
            options=options,
        )

    def test(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> WebhookDelivery:
        """
        Test a webhook.

        Sends a `ping`, whatever the webhook subscribes to; also while it is paused or disabled.

        Needs the scope `write`.

        Args:
            id: Id of the webhook.
            options: What this call does otherwise.
        """
        return self._core.json(
            _TEST,
            WebhookDelivery.from_json,
            path=[id],
            options=options,
        )

    def replay(
        self,
        id: str,
        *,
        from_: str,
        to: str | None | Unset = UNSET,
        events: Sequence[str] | None | Unset = UNSET,
        options: RequestOptions | None = None,
    ) -> WebhookReplay:
        """
        Replay events to a webhook.

        Sends the events of a window again that pass the filters of the webhook: with their ids, types, revisions and
        data, in their order, and behind everything that is live. Clicks come from analytics: each `link.clicked` has
        its id, and those of `link.clicks` are collected anew. Of a disabled webhook: 409.

        Needs the scope `write`.

        Args:
            id: Id of the webhook.
            from_: Events that happened at this instant or later, at most 30 days ago.
            to: Events that happened before it. Absent: now.
            events: Names and patterns within the subscription. Absent: all that the webhook subscribes to.
            options: What this call does otherwise.
        """
        return self._core.json(
            _REPLAY,
            WebhookReplay.from_json,
            path=[id],
            body={
                "from": from_,
                "to": to,
                "events": events,
            },
            options=options,
        )
