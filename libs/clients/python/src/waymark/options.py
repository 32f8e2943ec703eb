from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from ._core.response import Response


class Cancellation:
    """
    Cancels calls of the synchronous client from another thread: give it to `RequestOptions(cancel=…)` and call
    `cancel()`. The call raises `Cancelled` at once; what was already sent may still be done by the server.
    A call of the asynchronous client is cancelled by cancelling its task.
    """

    def __init__(self) -> None:
        self._event = threading.Event()
        self._lock = threading.Lock()
        self._listeners: list[Callable[[], None]] = []

    @property
    def cancelled(self) -> bool:
        """Whether `cancel` was called."""
        return self._event.is_set()

    def cancel(self) -> None:
        """Cancels every call that has this cancellation, now and later."""
        with self._lock:
            self._event.set()
            listeners = list(self._listeners)
        for listener in listeners:
            listener()

    def wait(self, seconds: float) -> bool:
        """Waits for the time or the cancellation. Returns whether it was the cancellation."""
        return self._event.wait(seconds)

    @contextmanager
    def calling(self, listener: Callable[[], None]) -> Generator[None]:
        """Calls the listener when it is cancelled within the block, or was before."""
        with self._lock:
            self._listeners.append(listener)
            already = self._event.is_set()
        try:
            if already:
                listener()
            yield
        finally:
            with self._lock:
                self._listeners.remove(listener)


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestOptions:
    """What one call does otherwise than the client. None leaves it to the client."""

    api_key: str | None = field(default=None, repr=False)
    """
    Another credential: an API key or an access token. It is sent also where no credential is needed, such as by
    `auth.accept`.
    """
    timeout: float | None = None
    """
    Seconds for one attempt until its answer is read; of files and live streams for each silence; of uploads for each
    silence while they are sent, then for the answer. `inf`: no limit.
    """
    max_retries: int | None = None
    """How often a failed request is repeated at most."""
    if_match: str | None = None
    """Only if the record still has this ETag, else `RevisionMismatch`."""
    idempotency_key: str | None = None
    """Key under which a write is done once. Absent: a new one for each call."""
    headers: Mapping[str, str] | None = field(default=None, repr=False)
    """Further headers; they replace those of the client."""
    cancel: Cancellation | None = None
    """Cancels the call. Only for the synchronous client."""
    on_response: Callable[[Response], None] | None = None
    """Is given the final answer of each request, also of one that fails: its status, headers and body."""
