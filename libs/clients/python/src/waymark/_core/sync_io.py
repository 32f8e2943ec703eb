"""How the synchronous client sends and waits."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, TypeVar

from ..errors import Cancelled
from ..options import Cancellation

if TYPE_CHECKING:
    import httpx2

    from .call import Call

T = TypeVar("T")


def client() -> httpx2.Client:
    import httpx2

    return httpx2.Client()


def content_of(call: Call) -> bytes | Iterator[bytes] | None:
    return call.upload.parts() if call.upload else call.content


def run(function: Callable[..., T], *args: Any) -> T:
    return function(*args)


def sleep(seconds: float, cancel: Cancellation | None) -> None:
    if cancel is None:
        time.sleep(seconds)
    elif cancel.wait(seconds):
        raise Cancelled("the call was cancelled")


def send(http: httpx2.Client, request: httpx2.Request, cancel: Cancellation | None) -> httpx2.Response:
    """Sends a request and reads the headers of its answer. With a cancellation it is left to a thread of its own."""
    if cancel is None:
        return http.send(request, stream=True)
    outcomes: SimpleQueue[httpx2.Response | BaseException] = SimpleQueue()
    left = threading.Event()

    def work() -> None:
        try:
            answer = http.send(request, stream=True)
        except BaseException as error:
            outcomes.put(error)
            return
        outcomes.put(answer)
        if left.is_set():
            answer.close()

    with cancel.calling(lambda: outcomes.put(Cancelled("the call was cancelled"))):
        threading.Thread(target=work, name="waymark-request", daemon=True).start()
        outcome = outcomes.get()
    if isinstance(outcome, Cancelled):
        left.set()
        _close_late(outcomes)
    if isinstance(outcome, BaseException):
        raise outcome
    return outcome


def _close_late(outcomes: SimpleQueue[Any]) -> None:
    """Closes an answer that came while its call was being left."""
    while not outcomes.empty():
        late = outcomes.get()
        if not isinstance(late, BaseException):
            late.close()


def within(seconds: float | None) -> AbstractContextManager[None]:
    """The transport's own limits are all that there is."""
    return nullcontext()


def watch(answer: httpx2.Response, cancel: Cancellation | None) -> AbstractContextManager[None]:
    """Ends the reading of an answer within the block when the call is cancelled."""
    return nullcontext() if cancel is None else cancel.calling(lambda: _shut(answer))


def _shut(answer: httpx2.Response) -> None:
    stream = answer.extensions.get("network_stream")
    connection = stream and stream.get_extra_info("socket")
    if connection is not None:
        try:
            connection.shutdown(2)  # Both directions: a reader that waits gets the end.
        except OSError:
            pass  # It is closed already.
