"""How the asynchronous client sends and waits. A call is cancelled by cancelling its task."""

from __future__ import annotations

import builtins
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from typing import TYPE_CHECKING, Any, TypeVar

from ..errors import TimeoutError
from ..options import Cancellation

if TYPE_CHECKING:
    import httpx2

    from .call import Call

T = TypeVar("T")


def client() -> httpx2.AsyncClient:
    import httpx2

    return httpx2.AsyncClient()


def content_of(call: Call) -> bytes | AsyncIterator[bytes] | None:
    return _parts(call) if call.upload else call.content


async def _parts(call: Call) -> AsyncIterator[bytes]:
    parts: Iterator[bytes] = call.upload.parts() if call.upload else iter(())
    while part := await run(_next, parts):
        yield part


def _next(parts: Iterator[bytes]) -> bytes:
    """The next part; an empty one after the last, because a future cannot hold StopIteration."""
    return next(parts, b"")


async def run(function: Callable[..., T], *args: Any) -> T:
    import asyncio

    return await asyncio.to_thread(function, *args)


async def sleep(seconds: float, cancel: Cancellation | None) -> None:
    import asyncio

    _refuse(cancel)
    await asyncio.sleep(seconds)


async def send(http: httpx2.AsyncClient, request: httpx2.Request, cancel: Cancellation | None) -> httpx2.Response:
    """Sends a request and reads the headers of its answer."""
    _refuse(cancel)
    return await http.send(request, stream=True)


@asynccontextmanager
async def within(seconds: float | None) -> AsyncIterator[None]:
    """Raises TimeoutError in the block after these seconds; None: never."""
    import asyncio

    try:
        async with asyncio.timeout(seconds) as limit:
            yield
    except builtins.TimeoutError:
        if not limit.expired():
            raise
        raise TimeoutError("the server took longer than the time-out") from None


def watch(answer: httpx2.Response, cancel: Cancellation | None) -> AbstractContextManager[None]:
    _refuse(cancel)
    return nullcontext()


def _refuse(cancel: Cancellation | None) -> None:
    if cancel is not None:
        raise ValueError("a call of AsyncWaymark is cancelled by cancelling its task, not by a Cancellation")
