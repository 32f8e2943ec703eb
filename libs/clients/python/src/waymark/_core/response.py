from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping


class Headers(Mapping[str, str]):
    """Headers of an answer. Names are found in any case; values of a repeated header are joined by a comma."""

    __slots__ = ("_values",)

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        self._values: dict[str, str] = {}
        for name, value in pairs:
            key = name.lower()
            self._values[key] = f"{self._values[key]}, {value}" if key in self._values else value

    def __getitem__(self, name: str) -> str:
        return self._values[name.lower()]

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name.lower() in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"Headers({self._values!r})"


class Response:
    """An answer as it came over HTTP."""

    __slots__ = ("status", "headers", "content")

    status: int
    headers: Headers
    content: bytes
    """The whole body; of a file or a live stream, which are read on their own, nothing."""

    def __init__(self, status: int, headers: Headers, content: bytes = b"") -> None:
        self.status = status
        self.headers = headers
        self.content = content

    @property
    def ok(self) -> bool:
        """Whether the status is 2xx."""
        return 200 <= self.status < 300

    @property
    def request_id(self) -> str | None:
        """Id of the request, which the server's log has as well."""
        return self.headers.get("x-request-id")

    @property
    def etag(self) -> str | None:
        """Revision of the record, for `RequestOptions(if_match=…)`."""
        return self.headers.get("etag")

    def __repr__(self) -> str:
        return f"<Response {self.status} request_id={self.request_id!r}>"
