from __future__ import annotations

import time
from collections.abc import Iterator, Mapping

_PHASES = ("connect", "read", "write", "pool")
_LEAST = 0.001
"""Seconds. A socket with a time-out of 0 would not wait at all."""


class Limits(Mapping[str, float | None]):
    """
    The time-outs of a request as the transport asks for them, phase by phase. It is limited as a whole after `begin`:
    a phase has what those before it have left. Otherwise each silence is limited.
    """

    __slots__ = ("_seconds", "_deadline")

    def __init__(self, seconds: float | None) -> None:
        self._seconds = seconds
        self._deadline: float | None = None

    def begin(self) -> None:
        """Limits what comes from now on as a whole."""
        self._deadline = None if self._seconds is None else time.monotonic() + self._seconds

    def end(self) -> None:
        """Limits each silence from now on."""
        self._deadline = None

    @property
    def left(self) -> float | None:
        """Seconds until the end, negative after it; None if there is none."""
        return None if self._deadline is None else self._deadline - time.monotonic()

    def __getitem__(self, phase: str) -> float | None:
        if phase not in _PHASES:
            raise KeyError(phase)
        left = self.left
        return self._seconds if left is None else max(left, _LEAST)

    def __iter__(self) -> Iterator[str]:
        return iter(_PHASES)

    def __len__(self) -> int:
        return len(_PHASES)
