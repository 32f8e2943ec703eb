from __future__ import annotations

import json
import math
import re
import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from ..errors import ConnectionError, TimeoutError, WaymarkError, error_of
from ..options import RequestOptions
from .config import USER_AGENT, Config, checked_key
from .response import Response
from .retries import LONGEST_RETRY_AFTER, backoff, is_transient, retry_after_of
from .unset import given
from .uploads import Upload


class Operation(NamedTuple):
    """What the interface says of an operation."""

    id: str
    method: str
    path: str
    public: bool = False
    """Needs no credential, and is sent that of a call only."""
    idempotent: bool = False
    """Takes an Idempotency-Key."""
    conditional: bool = False
    """Takes If-Match."""
    retried: bool = True
    """May be sent again after a failure."""
    secrets: tuple[str, ...] = ()
    """Fields of the answer that are shown once."""


Outcome = Response | WaymarkError


def may_be_done(outcome: Outcome) -> bool:
    """Whether the server may have done what an attempt asked for. A rate limit refuses it before."""
    return isinstance(outcome, WaymarkError) or outcome.status != 429


class Call:
    """One call of an operation: the same key and the same body in every attempt."""

    def __init__(
        self,
        config: Config,
        operation: Operation,
        path: Sequence[str] = (),
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        options: RequestOptions | None = None,
        accept: str = "application/json",
    ) -> None:
        self.operation = operation
        self.options: RequestOptions = options or RequestOptions()
        self.url: str = config.base_url + _filled(operation.path, path) + _query_text(operation.path, query or {})
        timeout = config.timeout if self.options.timeout is None else self.options.timeout
        self.timeout: float | None = None if timeout == math.inf else timeout
        self.upload: Upload | None = body if isinstance(body, Upload) else None
        self.content: bytes | None = None if self.upload else _json_of(body)
        retries = config.max_retries if self.options.max_retries is None else self.options.max_retries
        self.retries: int = retries if operation.retried and (self.upload is None or self.upload.repeatable) else 0
        self._headers = self._headers_of(config, accept)

    def headers(self, attempt: int) -> dict[str, str]:
        """Headers of an attempt; the first is 0."""
        return {**self._headers, "X-Waymark-Retry": str(attempt)} if attempt else self._headers

    def wait_after(self, outcome: Outcome, attempt: int) -> float | None:
        """Seconds until the next attempt; None if there is to be none."""
        if attempt >= self.retries:
            return None
        if isinstance(outcome, WaymarkError):
            return backoff(attempt) if isinstance(outcome, ConnectionError | TimeoutError) else None
        if outcome.ok or not is_transient(outcome.status, error_of(outcome).code):
            return None
        asked = retry_after_of(outcome.headers)
        if asked is None:
            return backoff(attempt)
        return asked if asked <= LONGEST_RETRY_AFTER else None

    def settle(self, outcome: Outcome, maybe_done: bool, redirects: bool = False) -> Response:
        """
        The answer, or the error that it is, raised. A DELETE that finds nothing has been done if an attempt before it
        may have been: `maybe_done`.
        """
        if isinstance(outcome, WaymarkError):
            raise outcome
        if self.options.on_response:
            self.options.on_response(outcome)
        # A page of a proxy does not say that it is gone.
        gone = outcome.status == 404 and error_of(outcome).problem is not None
        done = self.operation.method == "DELETE" and maybe_done and gone
        if outcome.ok or done or (redirects and 300 <= outcome.status < 400 and "location" in outcome.headers):
            return outcome
        raise error_of(outcome)

    def _headers_of(self, config: Config, accept: str) -> dict[str, str]:
        operation, options = self.operation, self.options
        headers = {"Accept": accept, "User-Agent": USER_AGENT}
        key = checked_key(options.api_key) if options.api_key else None
        if key is None and not operation.public:
            key = config.reveal_key()
            if key is None:
                raise WaymarkError(f"{operation.id} needs an API key: give api_key, or set WAYMARK_API_KEY")
        if key is not None:
            headers["Authorization"] = f"Bearer {key}"
        if self.upload:
            headers["Content-Type"] = self.upload.media_type
            if self.upload.length is not None:
                headers["Content-Length"] = str(self.upload.length)
        elif self.content is not None:
            headers["Content-Type"] = "application/json"
        if operation.idempotent:
            headers["Idempotency-Key"] = options.idempotency_key or str(uuid.uuid4())
        elif options.idempotency_key and operation.method != "GET":
            raise ValueError(f"{operation.id} takes no idempotency key")
        if options.if_match is not None:
            if not operation.conditional:
                raise ValueError(f"{operation.id} takes no if_match")
            headers["If-Match"] = options.if_match
        return _merged(headers, options.headers or {})


def _merged(headers: dict[str, str], others: Mapping[str, str]) -> dict[str, str]:
    replaced = {name.lower() for name in others}
    merged = {name: value for name, value in headers.items() if name.lower() not in replaced} | dict(others)
    for name, value in merged.items():
        if re.search(r"[^\t\x20-\x7e\x80-\xff]", value):
            raise ValueError(f"the header {name} has characters that no header can have")
    return merged


def _filled(path: str, values: Sequence[str]) -> str:
    rest = iter(values)
    return re.sub(r"\{\w+\}", lambda _: _segment(next(rest)), path)


def _segment(value: str) -> str:
    """One segment of a path. An empty one or dots would make it another path."""
    if value in ("", ".", ".."):
        raise ValueError(f"{value!r} is not an id or name")
    return quote(value, safe="")


def _query_text(path: str, query: Mapping[str, Any]) -> str:
    # Lists of analytics are filters with escapes. In all others a backslash means itself, and no value has a comma.
    item = _item_of if path.startswith("/v1/analytics/") else str
    values = {name: _text_of(value, item) for name, value in query.items() if value is not None}
    return "?" + urlencode(values, quote_via=quote) if values else ""


def _text_of(value: Any, item: Callable[[Any], str] = str) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ",".join(map(item, value))
    return str(value)


def _item_of(value: Any) -> str:
    """A value of a filter. A comma gets a backslash, unless it has one already, and so does a backslash at the end."""
    escaped = re.compile(r"\\.|[\\,]", re.DOTALL)
    return escaped.sub(lambda part: "\\" + part[0] if len(part[0]) == 1 else part[0], _text_of(value))


def _json_of(body: Any) -> bytes | None:
    if body is None:
        return None
    value = given(body) if isinstance(body, Mapping) else body
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_plain).encode()


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Sequence | set | frozenset):
        return list(value)
    raise TypeError(f"{type(value).__name__} cannot be sent as JSON")
