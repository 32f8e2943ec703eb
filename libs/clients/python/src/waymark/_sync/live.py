# Generated from libs/clients/python/src/waymark/_async by `npm run generate`. Do not edit.
from __future__ import annotations

import json
from collections.abc import Iterator, Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .._core import sync_io as io
from .._core.call import Call, Operation
from .._core.retries import backoff
from .._core.transport_errors import failure_of
from ..errors import Cancelled, ConnectionError, TimeoutError, WaymarkError
from ..options import RequestOptions
from .core import Core

if TYPE_CHECKING:
    import httpx2

Item = TypeVar("Item")


class Live(Generic[Item]):
    """
    Events as they happen: `for item in …`. A stream that ends or breaks is opened again where it was, so that
    nothing is missed or repeated. It never ends by itself: the refusal of a key that is no longer accepted is raised.
    Leave the loop to stop it.

    Raises:
        Unauthorized: The key is not accepted.
        ConnectionError, TimeoutError: The stream broke more often than `max_retries` without an event in between.
    """

    def __init__(
        self,
        core: Core,
        operation: Operation,
        read: Callable[[Any], Item],
        *,
        event: str,
        query: Mapping[str, Any],
        options: RequestOptions | None,
    ) -> None:
        self._core = core
        self._operation = operation
        self._read = read
        self._event = event
        self._query = query
        self._options = options or RequestOptions()

    def __iter__(self) -> Iterator[Item]:
        failures = 0
        last_id = ""
        while True:
            call = self._call(last_id)
            reason = ""
            failure: WaymarkError = ConnectionError("the stream ended")
            stream = (self._core.exchange(call, streamed=True)).stream
            try:
                if stream is None:
                    raise failure
                for kind, data, event_id in self._events(call, stream):
                    failures = 0
                    is_new = not event_id or event_id != last_id
                    # An id without an event says where to go on as well.
                    last_id = event_id or last_id
                    if kind == "end":
                        reason = _reason_of(data)
                    elif kind == self._event and is_new:
                        yield self._read(json.loads(data))
            except (ConnectionError, TimeoutError) as error:
                failure = error
            if not reason:
                failures += 1
            if failures > call.retries:
                raise failure
            if reason != "renew":
                io.sleep(backoff(max(0, failures - 1)), call.options.cancel)

    def _events(self, call: Call, stream: httpx2.Response) -> Iterator[tuple[str, str, str]]:
        """The kind, the data and the id of each event of one stream."""
        import httpx2

        cancel = call.options.cancel
        try:
            with io.watch(stream, cancel):
                for event in httpx2.EventSource(stream):
                    yield event.event, event.data, event.id
        except Exception as error:
            if not (cancel and cancel.cancelled):
                raise failure_of(error) from error
        finally:
            stream.close()
        if cancel and cancel.cancelled:
            raise Cancelled("the call was cancelled")

    def _call(self, last_id: str) -> Call:
        headers = dict(self._options.headers or {})
        if last_id:
            headers["Last-Event-ID"] = last_id
        options = replace(self._options, headers=headers)
        return Call(self._core.config, self._operation, (), self._query, None, options, "text/event-stream")


def _reason_of(data: str) -> str:
    try:
        return str(json.loads(data)["reason"])
    except (ValueError, KeyError, TypeError):
        return "unknown"
