# Generated from libs/clients/python/src/waymark/_async by `npm run generate`. Do not edit.
from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from .._core import sync_io as io
from .._core.call import Call, Operation, Outcome, may_be_done
from .._core.config import Config
from .._core.limits import Limits
from .._core.model import Model
from .._core.redirect import Redirect
from .._core.response import Headers, Response
from .._core.transport_errors import failure_of
from ..errors import Cancelled, SecretLost, TimeoutError, error_of
from ..options import RequestOptions

if TYPE_CHECKING:
    import httpx2

T = TypeVar("T")
U = TypeVar("U")

_SHOWN_ONCE = frozenset({"key", "secret"})
"""Secrets that an answer has for certain. Others can be absent by design."""


class Exchange(NamedTuple):
    """An answer, and the transport's side of it where its body is still to be read."""

    response: Response
    stream: httpx2.Response | None


class Core:
    """Sends the calls of all resources, and repeats them where that is safe."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self._http = io.client()

    def close(self) -> None:
        self._http.close()

    def json(
        self,
        operation: Operation,
        read: Callable[[Any], T],
        *,
        path: Sequence[str] = (),
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        options: RequestOptions | None = None,
    ) -> T:
        call = Call(self.config, operation, path, query, body, options)
        return self._value(call, self._response(call), read)

    def json_or(
        self,
        operation: Operation,
        read: Callable[[Any], T],
        other_status: int,
        read_other: Callable[[Any], U],
        *,
        body: Any = None,
        options: RequestOptions | None = None,
    ) -> T | U:
        """For an operation whose second status of success has another answer."""
        call = Call(self.config, operation, (), None, body, options)
        response = self._response(call)
        reader: Callable[[Any], T | U] = read_other if response.status == other_status else read
        return self._value(call, response, reader)

    def nothing(
        self,
        operation: Operation,
        *,
        path: Sequence[str] = (),
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        options: RequestOptions | None = None,
    ) -> None:
        self._response(Call(self.config, operation, path, query, body, options))

    def text(
        self,
        operation: Operation,
        *,
        path: Sequence[str] = (),
        query: Mapping[str, Any] | None = None,
        options: RequestOptions | None = None,
    ) -> str:
        call = Call(self.config, operation, path, query, None, options, "*/*")
        return (self._response(call)).content.decode(errors="replace")

    def redirect(
        self,
        operation: Operation,
        *,
        path: Sequence[str] = (),
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        options: RequestOptions | None = None,
    ) -> Redirect:
        call = Call(self.config, operation, path, query, body, options)
        response = self._response(call, redirects=True)
        return Redirect(response.status, response.headers.get("location"))

    def exchange(self, call: Call, *, redirects: bool = False, streamed: bool = False) -> Exchange:
        """
        Sends a call until it succeeds or must not be repeated.

        Args:
            streamed: The body of a success is left to be read and closed by the caller.
        """
        attempt = 0
        maybe_done = False
        while True:
            outcome, stream = self._attempt(call, attempt, streamed)
            wait = call.wait_after(outcome, attempt)
            if wait is None:
                return Exchange(call.settle(outcome, maybe_done, redirects), stream)
            maybe_done = maybe_done or may_be_done(outcome)
            io.sleep(wait, call.options.cancel)
            attempt += 1

    def _response(self, call: Call, *, redirects: bool = False) -> Response:
        return (self.exchange(call, redirects=redirects)).response

    def _attempt(self, call: Call, attempt: int, streamed: bool) -> tuple[Outcome, httpx2.Response | None]:
        limits = Limits(call.timeout)
        if not call.upload:
            limits.begin()
        try:
            request = self._http.build_request(
                call.operation.method,
                call.url,
                headers=call.headers(attempt),
                content=io.content_of(call),
                extensions={"timeout": limits},
            )
            with io.within(limits.left):
                answer = io.send(self._http, request, call.options.cancel)
            if call.upload:
                limits.begin()  # Sending was limited by its silences.
            response = Response(answer.status_code, Headers(answer.headers.multi_items()))
            if streamed and response.ok:
                limits.end()
                return response, answer
            with io.within(limits.left):
                response.content = self._whole(call, answer, limits)
            return response, None
        except Exception as error:
            return failure_of(error), None

    def _whole(self, call: Call, answer: httpx2.Response, limits: Limits) -> bytes:
        parts: list[bytes] = []
        cancel = call.options.cancel
        try:
            with io.watch(answer, cancel):
                for part in answer.iter_bytes():
                    parts.append(part)
                    if limits.left is not None and limits.left < 0:
                        raise TimeoutError("the server took longer than the time-out")
        except Exception as error:
            if cancel and cancel.cancelled:
                raise Cancelled("the call was cancelled") from None
            raise error
        finally:
            answer.close()
        return b"".join(parts)

    def _value(self, call: Call, response: Response, read: Callable[[Any], T]) -> T:
        try:
            value = read(json.loads(response.content))
        except ValueError:
            raise error_of(response) from None
        if isinstance(value, Model):
            value._response = response
            lost = [name for name in call.operation.secrets if name in _SHOWN_ONCE and value.raw.get(name) is None]
            if lost and response.headers.get("idempotent-replayed") == "true":
                raise SecretLost(value)
        return value
