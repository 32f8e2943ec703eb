"""The official client of Waymark: short links whose every change is an event."""

from ._async.client import AsyncWaymark
from ._async.files import AsyncFile
from ._async.live import AsyncLive
from ._async.pages import AsyncPages
from ._core.redirect import Redirect
from ._core.response import Headers, Response
from ._core.unset import UNSET, Unset
from ._core.version import VERSION as __version__
from ._sync.client import Waymark
from ._sync.files import File
from ._sync.live import Live
from ._sync.pages import Pages
from .errors import (
    APIError,
    Cancelled,
    Conflict,
    ConnectionError,
    Cut,
    Forbidden,
    InvalidRequest,
    NotFound,
    RateLimited,
    RevisionMismatch,
    SecretLost,
    ServerError,
    SignatureError,
    TimeoutError,
    Unauthorized,
    WaymarkError,
)
from .options import Cancellation, RequestOptions
from .webhooks import unwrap

__all__ = [
    "APIError",
    "AsyncFile",
    "AsyncLive",
    "AsyncPages",
    "AsyncWaymark",
    "Cancellation",
    "Cancelled",
    "Conflict",
    "ConnectionError",
    "Cut",
    "File",
    "Forbidden",
    "Headers",
    "InvalidRequest",
    "Live",
    "NotFound",
    "Pages",
    "RateLimited",
    "Redirect",
    "RequestOptions",
    "Response",
    "RevisionMismatch",
    "SecretLost",
    "ServerError",
    "SignatureError",
    "TimeoutError",
    "UNSET",
    "Unauthorized",
    "Unset",
    "Waymark",
    "WaymarkError",
    "__version__",
    "unwrap",
]
