from __future__ import annotations

import random
import time
from collections.abc import Mapping

LONGEST_RETRY_AFTER: float = 61.0
"""Seconds. A server that asks for more is not waited for."""
_FIRST_WAIT = 0.5
_LONGEST_WAIT = 8.0


def is_transient(status: int, code: str) -> bool:
    """Whether the same request may succeed later."""
    return status in (408, 429) or status >= 500 or (status == 409 and code == "idempotency_in_progress")


def backoff(attempt: int) -> float:
    """Seconds after a failed attempt, the first being 0: half a second, doubled each time, less up to a quarter."""
    return min(_FIRST_WAIT * 2.0**attempt, _LONGEST_WAIT) * random.uniform(0.75, 1.0)


def retry_after_of(headers: Mapping[str, str]) -> float | None:
    """Seconds that `Retry-After` asks for, as a number or as a date; None if it says nothing that can be read."""
    text = headers.get("retry-after", "").strip()
    if text.isascii() and text.isdigit():
        return float(text)
    if not text:
        return None
    from email.utils import parsedate_to_datetime

    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except (ValueError, OverflowError):
        return None
