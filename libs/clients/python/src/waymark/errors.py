"""What the clients raise: one tree under `WaymarkError`."""

from __future__ import annotations

import builtins
import json
import re
from typing import Any

from ._core.response import Headers, Response
from .models import Problem, ProblemDetail

__all__ = [
    "APIError",
    "Cancelled",
    "Conflict",
    "ConnectionError",
    "Cut",
    "Forbidden",
    "InvalidRequest",
    "NotFound",
    "RateLimited",
    "RevisionMismatch",
    "SecretLost",
    "ServerError",
    "SignatureError",
    "TimeoutError",
    "Unauthorized",
    "WaymarkError",
]


class WaymarkError(Exception):
    """Whatever went wrong with a request, an answer or a webhook."""


class APIError(WaymarkError):
    """The server answered with a failure. The subclasses are the common kinds of it."""

    def __init__(self, response: Response) -> None:
        super().__init__(response)
        self.response = response
        self.problem: Problem | None = _problem_of(response)

    @property
    def status(self) -> int:
        """Status of the answer."""
        return self.response.status

    @property
    def headers(self) -> Headers:
        """Headers of the answer."""
        return self.response.headers

    @property
    def code(self) -> str:
        """Stable code of the failure; `unknown` if the answer is not a problem document (a proxy's page)."""
        return self.problem.code if self.problem else "unknown"

    @property
    def request_id(self) -> str | None:
        """Id of the request, which the server's log has as well."""
        return (self.problem.request_id if self.problem else None) or self.response.request_id

    @property
    def detail(self) -> str:
        """What went wrong, in a sentence; of a page of a proxy its first words."""
        return (self.problem.detail if self.problem else None) or _words_of(self.response.content)

    @property
    def errors(self) -> list[ProblemDetail]:
        """What is wrong where, for example at `body.alias`."""
        return (self.problem.errors if self.problem else None) or []

    def __str__(self) -> str:
        places = "".join(f" {error.location}: {error.message}" for error in self.errors)
        request = f" (request {self.request_id})" if self.request_id else ""
        return f"{self.status} {self.code}: {self.detail}{places}{request}"


class InvalidRequest(APIError):
    """400: `errors` says what is wrong where."""


class Unauthorized(APIError):
    """401: no credential, or one that is unknown, revoked or expired."""


class Forbidden(APIError):
    """403: the credential may not do this."""

    @property
    def required_scope(self) -> str | None:
        """Scope that the credential lacks."""
        return self.problem.required_scope if self.problem else None


class NotFound(APIError):
    """404 or 410: there is no such thing, or it has expired."""


class Conflict(APIError):
    """409: it does not go together with what exists."""

    @property
    def existing_link_id(self) -> str | None:
        """The link of this workspace that has the alias."""
        return self.problem.existing_link_id if self.problem else None


class RevisionMismatch(APIError):
    """412: the record has changed since the revision in `if_match`."""


class RateLimited(APIError):
    """429: too many requests."""

    @property
    def retry_after(self) -> float | None:
        """Seconds to wait before the next request."""
        from ._core.retries import retry_after_of

        return retry_after_of(self.response.headers)


class ServerError(APIError):
    """5xx: the server, or a proxy before it, could not do it."""


class ConnectionError(WaymarkError, builtins.ConnectionError):
    """The server was not reached, or the connection broke before the answer was whole."""


class TimeoutError(WaymarkError, builtins.TimeoutError):
    """The server took longer than the time-out."""


class Cancelled(WaymarkError):
    """The call was cancelled by its `Cancellation`."""


class Cut(WaymarkError):
    """A file ended before it was whole."""


class SecretLost(WaymarkError):
    """
    The request was done by an earlier attempt whose answer was lost, and the secret is not shown again.

    `record` is the answer without the secret. Replace the key or secret: rotate it, or delete it and create another.
    """

    def __init__(self, record: Any) -> None:
        super().__init__(record)
        self.record = record

    def __str__(self) -> str:
        return "the request was done before, and its answer, which had the secret, was lost"


class SignatureError(WaymarkError):
    """A webhook's request is not what the holder of the secret sent, or it is too old."""


_KINDS: dict[int, type[APIError]] = {
    400: InvalidRequest,
    401: Unauthorized,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    410: NotFound,
    412: RevisionMismatch,
    429: RateLimited,
}


def error_of(response: Response) -> APIError:
    """The error that a failed answer is."""
    kind = _KINDS.get(response.status, ServerError if response.status >= 500 else APIError)
    return kind(response)


def _problem_of(response: Response) -> Problem | None:
    try:
        value = json.loads(response.content)
    except ValueError:
        return None
    return Problem.from_json(value) if isinstance(value, dict) and isinstance(value.get("code"), str) else None


def _words_of(content: bytes) -> str:
    """The first words of a page, without its tags and without what is not printable."""
    text = re.sub(r"<[^>]*>", " ", content[:2000].decode(errors="replace"))
    words = "".join(one if one.isprintable() else " " for one in text).split()
    return " ".join(words)[:200] or "The answer has no text."
