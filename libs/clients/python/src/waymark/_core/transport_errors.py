from __future__ import annotations

from ..errors import ConnectionError, TimeoutError, WaymarkError


def failure_of(error: Exception) -> WaymarkError:
    """What an exception of the transport means. Raises it again if it is none of the transport."""
    import httpx2

    if isinstance(error, WaymarkError):
        return error
    if isinstance(error, httpx2.TimeoutException):
        return _caused(TimeoutError("the server took longer than the time-out"), error)
    if isinstance(error, httpx2.LocalProtocolError):
        # Its text can have a header, and so a credential.
        return ConnectionError("the request cannot be sent as HTTP")
    if isinstance(error, httpx2.RequestError | httpx2.StreamError):
        return _caused(ConnectionError(str(error) or type(error).__name__), error)
    raise error


def _caused(failure: WaymarkError, cause: Exception) -> WaymarkError:
    failure.__cause__ = cause
    return failure
