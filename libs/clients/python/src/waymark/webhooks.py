from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping, Sequence

from .errors import SignatureError
from .models import WebhookEvent, read_webhook_event

TOLERANCE: int = 300
"""Seconds by which the time of a delivery may differ from the clock."""


def unwrap(
    body: bytes | str,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    *,
    now: float | None = None,
) -> WebhookEvent:
    """
    Verifies a webhook's request and reads its event.

    Args:
        body: The body exactly as it came, before any parsing.
        headers: Its headers, with names in any case: `webhook-id`, `webhook-timestamp`, `webhook-signature`.
        secret: The webhook's secret, `whsec_…`, or several of which one must fit.
        now: Unix time in seconds. Absent: the clock.

    Returns:
        The event by its type; an `UnknownWebhookEvent` if this version of the library does not know it.

    Raises:
        SignatureError: It is not what the holder of the secret sent, or it is more than five minutes old.
    """
    given = {name.lower(): value for name, value in headers.items()}
    message_id, timestamp = given.get("webhook-id", ""), given.get("webhook-timestamp", "")
    if not message_id or not timestamp or "webhook-signature" not in given:
        raise SignatureError("the headers webhook-id, webhook-timestamp and webhook-signature are needed")
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 15):
        raise SignatureError("webhook-timestamp is not a time")
    if abs((time.time() if now is None else now) - int(timestamp)) > TOLERANCE:
        raise SignatureError("the delivery is too old, or its time is ahead of the clock")
    content = body.encode() if isinstance(body, str) else bytes(body)
    signed = f"{message_id}.{timestamp}.".encode() + content
    keys = [_key_of(one) for one in ([secret] if isinstance(secret, str) else secret)]
    if not _fits(signed, keys, given["webhook-signature"]):
        raise SignatureError("no signature fits")
    return _event_of(content)


def _key_of(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if not key:
        raise SignatureError("the secret is none: it begins with whsec_ and goes on in base64")
    return key


def _fits(signed: bytes, keys: Sequence[bytes], header: str) -> bool:
    expected = [base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()) for key in keys]
    signatures = [one[3:].encode() for one in header.split(" ") if one.startswith("v1,")]
    return any([hmac.compare_digest(one, signature) for one in expected for signature in signatures])


def _event_of(content: bytes) -> WebhookEvent:
    try:
        value = json.loads(content)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise SignatureError("the body is not an event")
    return read_webhook_event(value)
