# Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.
from __future__ import annotations

from typing import Any, Literal

from .._core.model import Model
from ._models import (
    ApiKeyWebhookEvent,
    CampaignWebhookEvent,
    DomainWebhookEvent,
    LinkClickedWebhookEvent,
    LinkClicksWebhookEvent,
    LinkWebhookEvent,
    PingWebhookEvent,
    QrCodeWebhookEvent,
    WebhookWebhookEvent,
)


class UnknownWebhookEvent(Model):
    """
    Body of a delivery to a webhook. More types may be added. This one is of a type that this version does not
    know.
    """

    __slots__ = (
        "id",
        "type",
        "created_at",
        "workspace_id",
        "api_version",
        "revision",
        "data",
    )

    id: str
    """Id of the event, the same for every webhook and in every attempt."""

    type: str
    """What happened."""

    created_at: str
    """When it happened."""

    workspace_id: str
    """Id of the workspace."""

    api_version: Literal["v1"] | str
    """Fields may be added within a version."""

    revision: str | None
    """Of the resource: the highest is the newest."""

    data: Any
    """As it came, in JSON."""


WebhookEvent = (
    ApiKeyWebhookEvent
    | CampaignWebhookEvent
    | DomainWebhookEvent
    | LinkWebhookEvent
    | QrCodeWebhookEvent
    | WebhookWebhookEvent
    | LinkClickedWebhookEvent
    | LinkClicksWebhookEvent
    | PingWebhookEvent
    | UnknownWebhookEvent
)
"""Body of a delivery to a webhook. More types may be added."""

_WEBHOOKEVENT: dict[str, type[Model]] = {
    "api_key.created": ApiKeyWebhookEvent,
    "api_key.expired": ApiKeyWebhookEvent,
    "api_key.grace_expired": ApiKeyWebhookEvent,
    "api_key.renamed": ApiKeyWebhookEvent,
    "api_key.revoked": ApiKeyWebhookEvent,
    "api_key.rotated": ApiKeyWebhookEvent,
    "campaign.created": CampaignWebhookEvent,
    "campaign.deleted": CampaignWebhookEvent,
    "campaign.ended": CampaignWebhookEvent,
    "campaign.paused": CampaignWebhookEvent,
    "campaign.resumed": CampaignWebhookEvent,
    "campaign.started": CampaignWebhookEvent,
    "campaign.updated": CampaignWebhookEvent,
    "domain.created": DomainWebhookEvent,
    "domain.failed": DomainWebhookEvent,
    "domain.removed": DomainWebhookEvent,
    "domain.updated": DomainWebhookEvent,
    "domain.verified": DomainWebhookEvent,
    "link.archived": LinkWebhookEvent,
    "link.created": LinkWebhookEvent,
    "link.deleted": LinkWebhookEvent,
    "link.disabled": LinkWebhookEvent,
    "link.enabled": LinkWebhookEvent,
    "link.expired": LinkWebhookEvent,
    "link.limit_reached": LinkWebhookEvent,
    "link.restored": LinkWebhookEvent,
    "link.unarchived": LinkWebhookEvent,
    "link.updated": LinkWebhookEvent,
    "qr_code.created": QrCodeWebhookEvent,
    "qr_code.deleted": QrCodeWebhookEvent,
    "qr_code.updated": QrCodeWebhookEvent,
    "webhook.created": WebhookWebhookEvent,
    "webhook.deleted": WebhookWebhookEvent,
    "webhook.disabled": WebhookWebhookEvent,
    "webhook.enabled": WebhookWebhookEvent,
    "webhook.secret_rotated": WebhookWebhookEvent,
    "webhook.updated": WebhookWebhookEvent,
    "link.clicked": LinkClickedWebhookEvent,
    "link.clicks": LinkClicksWebhookEvent,
    "ping": PingWebhookEvent,
}


def read_webhook_event(value: Any) -> WebhookEvent:
    """Reads a WebhookEvent by its type."""
    kind = value.get("type") if isinstance(value, dict) else None
    model = _WEBHOOKEVENT.get(kind) if isinstance(kind, str) else None
    read: WebhookEvent = (model or UnknownWebhookEvent).from_json(value)  # type: ignore[assignment]
    return read
