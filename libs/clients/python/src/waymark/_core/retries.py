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
    """
    Seconds after a failed attempt, the first being 0: half a second, doubled each time up to 8 s, less up to a quarter.
    """
    return min(_FIRST_WAIT * 2.0 ** min(attempt, 4), _LONGEST_WAIT) * random.uniform(0.75, 1.0)


def retry_after_of(headers: Mapping[str, str]) -> float | None:
    """
    Seconds that `Retry-After` asks for, as a number or as a date; None if it says nothing that can be read. A date is
    compared with that of the answer: the clock of this machine may be off.
    """
    text = headers.get("retry-after", "").strip()
    if text.isascii() and text.isdigit():
        return float(text)
    if not text:
        return None
    at = _seconds_of(text)
    now = _seconds_of(headers.get("date", ""))
    return None if at is None else max(0.0, at - (time.time() if now is None else now))


def _seconds_of(date: str) -> float | None:
    """A date of HTTP as seconds since 1970; None if it is none."""
    from email.utils import parsedate_to_datetime

    try:
        return parsedate_to_datetime(date).timestamp()
    except (ValueError, OverflowError):
        return None
