# Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.
from __future__ import annotations

from typing import Literal


ActorType = Literal["api_key", "user", "system"] | str
"""Kind of actor."""
ApiKeyScope = Literal["Read", "Read + Write"] | str
"""What an API key may do. Bodies take `read`, `read_write` and `read+write` as well, in any case."""
ApiKeyStatus = Literal["active", "grace", "revoked", "expired"] | str
"""Status of an API key. An active one and one in its grace period are accepted."""
CampaignStatus = Literal["draft", "active", "paused", "ended"] | str
"""Status of a campaign. It changes no redirect."""
Comparison = Literal["previous", "year"] | str
"""What a window is compared with."""
Dimension = (
    Literal[
        "country",
        "region",
        "city",
        "continent",
        "device",
        "browser",
        "os",
        "language",
        "referrer",
        "referrer_url",
        "trigger",
        "link",
        "domain",
        "tag",
        "campaign",
        "destination",
        "utm_source",
        "utm_medium",
        "utm_campaign",
        "utm_term",
        "utm_content",
        "variant",
    ]
    | str
)
"""What clicks are filtered and grouped by."""
DomainStatus = Literal["pending", "verified", "failed", "disabled"] | str
"""Status of a domain. Links resolve on a verified one. `disabled` is reserved: no domain has it so far."""
ImportSource = Literal["waymark", "bitly", "dub", "kutt", "shlink", "yourls"] | str
"""The service that a file comes from."""
ImportStatus = Literal["queued", "running", "completed", "failed", "cancelled"] | str
"""Status of an import."""
Interval = Literal["auto", "minute", "hour", "day", "week", "month"] | str
"""Width of the points of a time series."""
LinkStatus = Literal["active", "disabled", "expired", "archived", "deleted"] | str
"""The last that holds of `disabled`, `expired`, `archived` and `deleted`; otherwise `active`."""
Plan = Literal["free", "pro", "enterprise"] | str
"""Plan of a workspace. Only the operator changes it."""
ProblemCode = (
    Literal[
        "invalid_request",
        "redirect_loop",
        "domain_not_verified",
        "unsafe_destination",
        "missing_credentials",
        "invalid_api_key",
        "api_key_revoked",
        "api_key_expired",
        "invalid_credentials",
        "password_required",
        "wrong_password",
        "invalid_token",
        "token_expired",
        "token_rotated",
        "foreign_origin",
        "insufficient_scope",
        "limit_reached",
        "signup_closed",
        "not_found",
        "method_not_allowed",
        "request_timeout",
        "alias_taken",
        "conflict",
        "key_not_active",
        "invalid_state",
        "idempotency_in_progress",
        "domain_in_use",
        "link_expired",
        "click_limit_reached",
        "revision_mismatch",
        "payload_too_large",
        "unsupported_media_type",
        "idempotency_mismatch",
        "rate_limited",
        "headers_too_large",
        "internal_error",
        "unavailable",
        "event_store_mismatch",
    ]
    | str
)
"""Stable code of a failure. `GET /errors/{code}` explains it. Codes may be added."""
QrFormat = Literal["svg", "png"] | str
"""Format of the image."""
QrLevel = Literal["L", "M", "Q", "H"] | str
"""Error correction: some 7 % (L), 15 % (M), 25 % (Q) or 30 % (H) may be covered or damaged."""
Range = (
    Literal[
        "today",
        "yesterday",
        "last_hour",
        "24h",
        "7d",
        "30d",
        "90d",
        "12m",
        "wtd",
        "mtd",
        "qtd",
        "ytd",
        "last_week",
        "last_month",
        "all",
        "custom",
    ]
    | str
)
"""A window in time by its name."""
RedirectType = Literal[301, 302, 307, 308] | int
"""HTTP status of the redirect."""
Role = Literal["owner", "member", "viewer"] | str
"""What a user may do: a viewer reads, a member changes everything but the workspace and its members."""
TokenTransport = Literal["body", "cookie"] | str
"""
Where the refresh token goes: into the `body` of the answer, as by default, or into a `cookie` that no script of
the page can read, for pages of the same origin. Then `refresh_token` is null.
"""
WebhookDeliveryStatus = Literal["pending", "delivered", "failed", "skipped"] | str
"""
`pending`: an attempt is due or under way. `failed`: all attempts have failed. `skipped`: the webhook was
disabled, paused or deleted before.
"""
WebhookStatus = Literal["active", "paused", "disabled"] | str
"""Status of a webhook. `paused`: its `active` is false. `disabled`: see its `disabled_reason`."""
