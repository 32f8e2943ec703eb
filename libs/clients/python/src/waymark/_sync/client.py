# Generated from libs/clients/python/src/waymark/_async by `npm run generate`. Do not edit.
from __future__ import annotations

from types import TracebackType

from .._core.config import Config
from .._resources._sync import Resources
from .core import Core


class Waymark(Resources):
    """
    A client of Waymark. Make one, use it everywhere, and close it at the end: `with Waymark() as waymark: …`

    Args:
        api_key: An API key or an access token. Absent: WAYMARK_API_KEY.
        base_url: Absent: WAYMARK_BASE_URL, else http://localhost:3000.
        timeout: Seconds for one attempt until its answer is read; of files and live streams for each silence.
        max_retries: How often a failed request is repeated at most, where that is safe.

    Raises:
        ValueError: The key or the base URL cannot be one.
    """

    def __init__(
        self,
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        timeout: float = 60.0,
        max_retries: int = 2,
    ) -> None:
        self._core = Core(Config(api_key, base_url, timeout, max_retries))
        super().__init__(self._core)

    def close(self) -> None:
        """Closes the connections."""
        self._core.close()

    def __enter__(self) -> Waymark:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._core.config!r})"
