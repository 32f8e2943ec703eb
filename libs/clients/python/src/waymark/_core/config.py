from __future__ import annotations

import os
import sys
from collections.abc import Callable
from urllib.parse import urlsplit

from .version import VERSION

DEFAULT_BASE_URL: str = "http://localhost:3000"
USER_AGENT: str = (
    f"waymark-python/{VERSION} ({sys.implementation.name} {'.'.join(map(str, sys.version_info[:3]))}; {sys.platform})"
)


class Config:
    """What a client was made with. The key is in no dump of it."""

    __slots__ = ("base_url", "timeout", "max_retries", "reveal_key")

    def __init__(self, api_key: str | None, base_url: str | None, timeout: float, max_retries: int) -> None:
        key = api_key or os.environ.get("WAYMARK_API_KEY") or None
        self.base_url: str = checked_base_url(base_url or os.environ.get("WAYMARK_BASE_URL") or DEFAULT_BASE_URL)
        self.timeout: float = timeout
        self.max_retries: int = max_retries
        if key is not None:
            checked_key(key)
        # A function, so that no dump of this object shows the key.
        self.reveal_key: Callable[[], str | None] = lambda: key

    def __repr__(self) -> str:
        return f"base_url={self.base_url!r}, api_key={masked(self.reveal_key())!r}"


def checked_key(key: str) -> str:
    """Raises ValueError, without the key, if it cannot be sent in a header."""
    if not key.isascii() or not key.isprintable() or " " in key:
        raise ValueError("the API key has characters that no key has, for example a line break at its end")
    return key


def checked_base_url(text: str) -> str:
    """The base URL without its last slash. Raises ValueError if it is none, or has a credential, query or fragment."""
    try:
        parts = urlsplit(text)
        _ = parts.port  # Raises what it finds, which can be a part of a password.
    except ValueError:
        raise ValueError("the base URL cannot be read") from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("the base URL must begin with http:// or https:// and have a host")
    if parts.username is not None or parts.query or parts.fragment:
        raise ValueError("the base URL must have no user, query or fragment")
    return text.rstrip("/")


def masked(key: str | None) -> str | None:
    """Enough of a key to tell its kind: `svc_live_…`."""
    return key and (key[:9] + "…" if key.startswith("svc_live_") else "…")
