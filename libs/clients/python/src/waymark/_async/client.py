from __future__ import annotations

from types import TracebackType

from .._core.config import Config
from .._resources._async import AsyncResources
from .core import AsyncCore


class AsyncWaymark(AsyncResources):
    """
    A client of Waymark. Make one, use it everywhere, and close it at the end: `async with AsyncWaymark() as waymark: …`

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
        self._core = AsyncCore(Config(api_key, base_url, timeout, max_retries))
        super().__init__(self._core)

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._core.aclose()

    async def __aenter__(self) -> AsyncWaymark:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._core.config!r})"
