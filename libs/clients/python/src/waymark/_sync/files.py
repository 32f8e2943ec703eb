# Generated from libs/clients/python/src/waymark/_async by `npm run generate`. Do not edit.
from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from types import TracebackType

from .._core import sync_io as io
from .._core.call import Call
from .._core.response import Response
from .._core.transport_errors import failure_of
from ..errors import Cancelled, ConnectionError, Cut
from .core import Core, Exchange


class File:
    """
    A file that is read as it comes, once: by `for part in …`, `read()` or `save(path)`. The request is sent when
    reading begins. Use `with` to leave it before its end.

    Raises while it is read:
        Cut: It ended before it was whole.
        TimeoutError: Nothing came for the time-out.
    """

    def __init__(self, core: Core, call: Call) -> None:
        self._core = core
        self._call = call
        self._exchange: Exchange | None = None
        self._read = False

    def __enter__(self) -> File:
        self._open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Leaves the file; what has not come yet is not read."""
        self._read = True
        if self._exchange and self._exchange.stream:
            self._exchange.stream.close()

    @property
    def http_response(self) -> Response:
        """Status and headers of the answer, once it is opened (by `with` or by reading)."""
        if self._exchange is None:
            raise AttributeError("the file has not been opened")
        return self._exchange.response

    @property
    def media_type(self) -> str:
        """Type of the file, once it is opened: `text/csv`."""
        return self.http_response.headers.get("content-type", "").partition(";")[0].strip()

    def __iter__(self) -> Iterator[bytes]:
        if self._read:
            raise RuntimeError("a file is read once; call the operation again")
        stream = (self._open()).stream
        self._read = True
        cancel = self._call.options.cancel
        try:
            if stream is not None:
                with io.watch(stream, cancel):
                    for part in stream.iter_bytes():
                        yield part
            if cancel and cancel.cancelled:
                raise Cancelled("the call was cancelled")
        except Exception as error:
            raise self._broken(error) from error
        finally:
            self.close()

    def read(self) -> bytes:
        """The whole file."""
        return b"".join([part for part in self])

    def save(self, path: str | os.PathLike[str]) -> int:
        """
        Writes the file to this path, which it replaces when the whole of it is there. If it cannot be, nothing is left.

        Returns:
            Its size in bytes.
        """
        temporary = f"{os.fspath(path)}.{uuid.uuid4().hex}.part"
        size = 0
        try:
            with open(temporary, "xb") as file:
                for part in self:
                    size += io.run(file.write, part)
                file.flush()
                io.run(os.fsync, file.fileno())
            os.replace(temporary, path)
        except BaseException:
            if os.path.exists(temporary):
                os.remove(temporary)
            raise
        return size

    def _open(self) -> Exchange:
        if self._exchange is None:
            self._exchange = self._core.exchange(self._call, streamed=True)
        return self._exchange

    def _broken(self, error: Exception) -> Exception:
        if self._call.options.cancel and self._call.options.cancel.cancelled:
            return Cancelled("the call was cancelled")
        failure = failure_of(error)
        return Cut("the file ended before it was whole") if isinstance(failure, ConnectionError) else failure
