from __future__ import annotations

import os
from collections.abc import Iterator
from typing import IO, Any

UploadSource = str | os.PathLike[str] | bytes | IO[bytes]
"""A path, the bytes themselves, or a stream that is open for reading bytes."""

_CHUNK = 65_536


class Upload:
    """A file that is sent. One that can be read again can be sent again."""

    __slots__ = ("media_type", "_source", "_start")

    def __init__(self, source: UploadSource, media_type: str) -> None:
        self.media_type: str = media_type
        self._source = source
        self._start: int | None = None
        if not isinstance(source, str | bytes | os.PathLike) and source.seekable():
            self._start = source.tell()

    @property
    def repeatable(self) -> bool:
        return self._start is not None or isinstance(self._source, str | bytes | os.PathLike)

    @property
    def length(self) -> int | None:
        """Bytes, if that is known before it is read."""
        if isinstance(self._source, bytes):
            return len(self._source)
        if isinstance(self._source, str | os.PathLike):
            return os.stat(self._source).st_size
        return None

    def parts(self) -> Iterator[bytes]:
        """Its bytes from the beginning."""
        source: Any = self._source
        if isinstance(source, bytes):
            for start in range(0, len(source), _CHUNK):
                yield source[start : start + _CHUNK]
        elif isinstance(source, str | os.PathLike):
            with open(source, "rb") as file:
                while part := file.read(_CHUNK):
                    yield part
        else:
            if self._start is not None:
                source.seek(self._start)
            while part := source.read(_CHUNK):
                yield part


def media_type_of(source: UploadSource, known: tuple[str, ...]) -> str:
    """By the ending of the file's name; the first of those known for all else."""
    json = next((one for one in known if "json" in one), None)
    return json if json and _name_of(source).lower().endswith((".ndjson", ".jsonl", ".json")) else known[0]


def _name_of(source: UploadSource) -> str:
    """The name of a file; empty of what has none. That of a stream can be the number of its descriptor."""
    name = source if isinstance(source, str | os.PathLike) else getattr(source, "name", "")
    return os.fsdecode(name) if isinstance(name, str | bytes | os.PathLike) else ""
