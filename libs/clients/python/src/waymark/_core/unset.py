from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final


class Unset:
    """The type of `UNSET`."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "UNSET"

    def __reduce__(self) -> str:
        return "UNSET"


UNSET: Final = Unset()
"""Says that a field is not sent. `None` is sent as null, which clears the field."""


def given(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that are not `UNSET`."""
    return {name: value for name, value in fields.items() if not isinstance(value, Unset)}
